/** What an agent can see: text, or a picture. */
export interface TextBlock {
  readonly type: 'text';
  readonly text: string;
}
/** In memory a picture carries its bytes; in the log it is named by its hash, and the bytes stand beside the log. */
export interface ImageBlock {
  readonly type: 'image';
  readonly mediaType: string;
  /** SHA-256 of the bytes, hex. */
  readonly hash: string;
  /** Base64. Absent in logged events. */
  readonly data?: string;
}
export type Block = TextBlock | ImageBlock;

export function text(content: string): TextBlock {
  return { type: 'text', text: content };
}

/** The words in a list of blocks. */
export function textOf(blocks: readonly Block[]): string {
  return blocks.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n');
}

/** Blocks as the log holds them: pictures by hash alone. */
export function withoutBytes(blocks: readonly Block[]): readonly Block[] {
  return blocks.map((block) =>
    block.type === 'image' ? { type: 'image', mediaType: block.mediaType, hash: block.hash } : block,
  );
}
