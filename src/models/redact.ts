/**
 * Takes secrets out of text, in every form in which servers and libraries are known to echo them. Works on text alone: it does
 * not know where the secrets come from or where the text goes. Cut text only after redacting: half a key is still a secret.
 */
const MARK = '[redacted]';

/**
 * A shorter secret is only taken out where it stands as a credential (`Bearer x`, `:x@`). Real keys are far longer; what is
 * shorter is a stand-in for local servers (`none`, `EMPTY`, `ollama`), and replacing every such word would garble messages.
 */
const SHORTEST_BARE = 8;

export type Redact = (text: string) => string;

export function redactor(secrets: readonly string[]): Redact {
  const forms = new Set(secrets.flatMap((secret) => formsOf(secret.trim())).filter((form) => form !== ''));
  if (forms.size === 0) return (text) => text;
  // The longest first, so that no form leaves the rest of a longer one behind.
  const longestFirst = [...forms].sort((a, b) => b.length - a.length);
  const pattern = new RegExp(longestFirst.map((form) => form.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')).join('|'), 'g');
  return (text) => text.replace(pattern, MARK);
}

function formsOf(secret: string): readonly string[] {
  if (secret === '') return [];
  const url = encodeURIComponent(secret);
  const escaped = JSON.stringify(secret).slice(1, -1);
  const written = [
    secret,
    url,
    url.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase()),
    url.replaceAll('%20', '+'),
    escaped,
    JSON.stringify(escaped).slice(1, -1),
    escaped.replaceAll('/', '\\/'),
  ];
  const bare = secret.length < SHORTEST_BARE ? [] : [...written, ...base64Forms(secret)];
  const placed = written.flatMap((form) => [`Bearer ${form}`, `bearer ${form}`, `:${form}@`, `//${form}@`]);
  return [...bare, ...placed, `Basic ${Buffer.from(secret).toString('base64')}`];
}

/** Base64 of the secret, also in the middle of longer encoded text (`user:secret`), where it begins at any of three offsets. */
function base64Forms(secret: string): readonly string[] {
  const bytes = Buffer.from(secret);
  const inside = [0, 1, 2].map((offset) => {
    const encoded = Buffer.concat([Buffer.alloc(offset), bytes])
      .toString('base64')
      .replace(/=+$/, '');
    const untouched = Math.floor(((offset + bytes.length) * 8) / 6);
    return encoded.slice(Math.ceil((offset * 8) / 6), untouched);
  });
  const all = [bytes.toString('base64'), ...inside];
  return [...all, ...all.map((form) => form.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, ''))];
}
