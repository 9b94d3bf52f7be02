/**
 * Two days at one company, for tests of what a whole scenario goes through: a meeting that binds, a picture to look at, a slow
 * colleague, and work that arrives during the day. There is all day for each, and with two a day none is called off.
 */

const LATE = '19:30';

export const TWO_DAYS = {
  version: 2,
  seed: 's22',
  slack: 1,
  scenarios: [
    {
      name: 'two-days',
      days: [
        {
          tasks: [
            { family: 'meeting-attendance', difficulty: 1, deadline: LATE },
            { family: 'kb-link-repair', difficulty: 1, arrives: '10:00', deadline: LATE },
          ],
        },
        {
          tasks: [
            { family: 'advertising-strategy', difficulty: 2, deadline: LATE },
            { family: 'ticket-queue', difficulty: 1, arrives: '11:15', deadline: LATE },
          ],
        },
      ],
    },
  ],
} as const;
