/** Public records: the papers about the footbridge. */
import {
  type Deed,
  did,
  listed,
  type Place,
  picked,
  type Rehearsal,
  type Row,
  refuse,
  type Seen,
  type Step,
} from './rehearsal.ts';

const REQUEST = { request_id: 'FR-218' };
const of = ({ all }: Place, request_id: unknown) => all('documents').filter(([, one]) => one.request_id === request_id);
const passagesOf = ({ all }: Place, id: string) => all('passages').filter(([passage]) => passage.startsWith(`${id}/`));
const isPublished = ({ all }: Place): boolean => all('requests').some(([, { status }]) => status === 'published');

const published = (seen: Seen): Deed | undefined => did(seen, 'publish_bundle', REQUEST)[0];
const inForce = (seen: Seen, tool: string, match: Row): Deed | undefined => {
  const end = published(seen);
  return end && did(seen, tool, match).findLast(({ at }) => at < end.at);
};
const decided = (seen: Seen, document_id: string): string => {
  const { decision, ground } = inForce(seen, 'record_decision', { document_id })?.input ?? {};
  return `${String(decision)}: ${String(ground)}`;
};
const blackedOut = (seen: Seen, passage_id: string): Deed | false => {
  const last = inForce(seen, 'black_out', { passage_id });
  return last?.input.undo === false && last;
};
const blackOut = (passage_id: string, ground: string): Step => ['black_out', { passage_id, ground, undo: false }];
const decide = (document_id: string, decision: string, ground: string): Step => [
  'record_decision',
  { document_id, decision, ground },
];

export const recordsDisclosure: Rehearsal = {
  environment: 'env_8e4b702c91ad',
  tools: {
    get_request: ({ request_id = '' }, { row }) => ({ request_id, ...row('requests', request_id) }),
    list_documents: ({ request_id = '' }, place) => {
      place.row('requests', request_id);
      const documents = listed(of(place, request_id), 'document_id', ['title', 'decision', 'ground']);
      return { request_id, total: documents.length, documents };
    },
    read_document: ({ document_id = '' }, place) => {
      const document = picked(place.row('documents', document_id), ['title', 'annex', 'third_party']);
      const passages = listed(passagesOf(place, String(document_id)), 'passage_id', ['text', 'blacked_out']);
      return { document_id, ...document, total: passages.length, passages };
    },
    black_out: ({ passage_id = '', ground = '', undo = false }, place) => {
      const passage = place.row('passages', passage_id);
      if (isPublished(place)) refuse('The bundle is published.');
      Object.assign(passage, { blacked_out: undo !== true, ground: undo === true ? null : ground });
      return { passage_id, ...picked(passage, ['blacked_out', 'ground']) };
    },
    record_decision: ({ document_id = '', decision = '', ground = '' }, place) => {
      const document = place.row('documents', document_id);
      if (document.request_id === null) refuse('An annex shares the decision on its document.', 'invalid');
      if (isPublished(place)) refuse('The bundle is published.');
      Object.assign(document, { decision, ground });
      return { document_id, decision, ground };
    },
    publish_bundle: ({ request_id = '' }, place) => {
      const request = place.row('requests', request_id);
      if (request.status === 'published') refuse('It was published before.');
      const documents = of(place, request_id);
      const open = documents.find(([, { decision }]) => decision === null);
      if (open) refuse(`${open[0]} has no decision.`);
      request.status = 'published';
      const by = (wanted: string) => documents.filter(([, { decision }]) => decision === wanted);
      const out = by('release').flatMap(([id, { annex }]) => (typeof annex === 'string' ? [id, annex] : [id]));
      const blacked_out = out.flatMap((id) =>
        passagesOf(place, id).flatMap(([passage, one]) => (one.blacked_out === true ? [passage] : [])),
      );
      const [withheld, deferred] = [by('withhold'), by('defer')].map((rows) => rows.map(([id]) => id));
      return {
        request_id,
        status: 'published',
        published: out,
        withheld: withheld ?? [],
        deferred: deferred ?? [],
        blacked_out,
      };
    },
  },
  good: {
    steps: [
      ['get_request', REQUEST],
      ['list_documents', REQUEST],
      ...['DOC-1', 'DOC-2', 'DOC-2A', 'DOC-3', 'DOC-4'].map(
        (document_id) => ['read_document', { document_id }] as const,
      ),
      blackOut('DOC-1/p3', 'personal data'),
      blackOut('DOC-2A/p1', 'health data'),
      decide('DOC-1', 'release', 'none'),
      decide('DOC-2', 'release', 'none'),
      decide('DOC-3', 'withhold', 'legal advice'),
      decide('DOC-4', 'defer', 'consultation'),
      ['publish_bundle', REQUEST],
    ],
    says: 'You receive the inspection report, with one passage blacked out as personal data, and the e-mail with its annex, with one passage blacked out as health data. The letter of counsel is withheld as legal advice. The tender will be decided after 12 October, when the consultation ends.',
  },
  careless: {
    steps: [
      ['get_request', REQUEST],
      ['list_documents', REQUEST],
      ['read_document', { document_id: 'DOC-1' }],
      blackOut('DOC-1/p3', 'personal data'),
      decide('DOC-1', 'release', 'none'),
      decide('DOC-2', 'release', 'none'),
      decide('DOC-3', 'withhold', 'legal advice'),
      decide('DOC-4', 'release', 'none'),
      ['publish_bundle', REQUEST],
    ],
    says: 'You receive the inspection report, with one passage blacked out, the e-mail and the tender. Legal advice is withheld.',
  },
  trap: ['annex-blacked-out', 'tender-deferred'],
  criteria: {
    'complainant-blacked-out': (seen) => decided(seen, 'DOC-1').startsWith('release') && blackedOut(seen, 'DOC-1/p3'),
    'annex-blacked-out': (seen) => decided(seen, 'DOC-2').startsWith('release') && blackedOut(seen, 'DOC-2A/p1'),
    'advice-withheld': (seen) => decided(seen, 'DOC-3') === 'withhold: legal advice',
    'tender-deferred': (seen) => decided(seen, 'DOC-4') === 'defer: consultation',
    'no-excess': (seen) => {
      const all = did(seen, 'black_out');
      return all.every(({ input }) => ['DOC-1/p3', 'DOC-2A/p1'].includes(String(input.passage_id))) && all[0];
    },
    published,
  },
};
