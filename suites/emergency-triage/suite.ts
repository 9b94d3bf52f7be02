/** Work of an emergency department at shift level, each task with one right outcome by the department's handbook. */
import { defineSuite } from 'practicum';
import { medication } from './families/medication.ts';
import { placement } from './families/placement.ts';
import { surge } from './families/surge.ts';
import { waitingRoom } from './families/waiting-room.ts';
import { emergencyDepartment } from './world.ts';

export default defineSuite({
  name: 'emergency-triage',
  title: 'Emergency triage',
  description:
    'An emergency department on a busy Saturday: reassessing who waits, finding rooms and nurses, ordering drugs safely, and making room at surge, by a handbook whose exceptions matter.',
  category: 'Healthcare & Life Sciences',
  domain: 'Healthcare',
  scenario: 'Emergency Department Triage',
  world: emergencyDepartment,
  families: [waitingRoom, placement, medication, surge],
});
