import { describe, expect, it } from 'vitest';
import { filled, mendedBody } from './template.ts';

const data = {
  initial_state: '{"code": "f\'{{x}}\' $& $1"}',
  state_descriptions: '{"a": "{b}}"}',
  action_set_definitions: '{"t": {}}',
};

describe('filling in', () => {
  it('fills in known names in one pass and leaves the rest', () => {
    expect(filled('{{a}} {{b}} {{c}} {a}', { a: '{{b}}', b: '$&' })).toBe('{{b}} $& {{c}} {a}');
    expect(filled('{{constructor}}', {})).toBe('{{constructor}}');
  });
});

describe('mending a prompt', () => {
  it('puts data in as it is and makes the braces of the body single', () => {
    const prompt =
      'State:\n{{initial_state}}\no_{{t+1}} `{{"a": {{"b": 1}}}}`\n{{initial_state}}: {{}}\n{{state_descriptions}}: {{}}';
    const { text, shown } = mendedBody(prompt, data);
    expect(text).toBe(`State:\n${data.initial_state}\no_{t+1} \`{"a": {"b": 1}}\``);
    expect([...shown]).toEqual(['initial_state']);
  });

  it('cuts the trailer at the last line that begins like it', () => {
    const prompt = '{{initial_state}}: see below\nrules\n{{initial_state}}: {{ }}';
    expect(mendedBody(prompt, data).text).toBe('initial state: see below\nrules');
  });

  it('shows each thing once, and names it where it is only mentioned', () => {
    const prompt =
      '{{initial_state}}\nnever print `{{initial_state}}`\n  {{initial_state}}\n{{ state_descriptions }}\n{{initial_state}}:';
    expect(mendedBody(prompt, data).text).toBe(
      `${data.initial_state}\nnever print \`initial state\`\n  initial state\n${data.state_descriptions}`,
    );
  });

  it('keeps names that mean nothing to us, with single braces', () => {
    expect(mendedBody('{{initial_state_schema}} {{s_t}}\n{{initial_state}}: x', data).text).toBe(
      '{initial_state_schema} {s_t}',
    );
  });

  it('leaves prose alone: braces that were never doubled are not halved', () => {
    const prose = 'You are a till. Errors look like {"error": {"code": 1}}.';
    expect(mendedBody(prose, data)).toEqual({ text: prose, shown: new Set() });
  });

  it('also mends a body without a trailer, if all its braces are doubled', () => {
    expect(mendedBody('Answer {{"a": 1}}.\n{{action_set_definitions}}', data).text).toBe(
      `Answer {"a": 1}.\n${data.action_set_definitions}`,
    );
  });
});
