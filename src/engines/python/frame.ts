/** Frames between Node and the supervisor: length, number of the line, a head of JSON and bytes. Knows no meaning of either. */
import { type Json, parseJson } from '../../core/json.ts';

export interface Frame {
  readonly line: number;
  /** Undefined where what came is not JSON. */
  readonly head: Json | undefined;
  readonly body: Uint8Array;
}

const EMPTY = new Uint8Array();

export function encodeFrame(line: number, head: Json, body: Uint8Array = EMPTY): Buffer {
  const text = Buffer.from(JSON.stringify(head));
  const frame = Buffer.allocUnsafe(12 + text.length + body.length);
  frame.writeUInt32BE(8 + text.length + body.length, 0);
  frame.writeUInt32BE(line, 4);
  frame.writeUInt32BE(text.length, 8);
  text.copy(frame, 12);
  frame.set(body, 12 + text.length);
  return frame;
}

/** Takes pieces as they come and hands over whole frames. */
export function frameReader(onFrame: (frame: Frame) => void): (piece: Buffer) => void {
  let pieces: Buffer[] = [];
  let held = 0;
  let wanted = 4;
  return (piece) => {
    pieces.push(piece);
    held += piece.length;
    if (held < wanted) return;
    let data = pieces.length === 1 ? piece : Buffer.concat(pieces);
    while (data.length >= 4 && data.length >= 4 + data.readUInt32BE(0)) {
      const size = data.readUInt32BE(0);
      onFrame(decoded(data.subarray(4, 4 + size)));
      data = data.subarray(4 + size);
    }
    pieces = [data];
    held = data.length;
    wanted = data.length >= 4 ? 4 + data.readUInt32BE(0) : 4;
  };
}

function decoded(data: Buffer): Frame {
  const size = data.length < 8 ? 0 : Math.min(data.readUInt32BE(4), data.length - 8);
  return {
    line: data.readUInt32BE(0),
    head: parseJson(data.toString('utf8', 8, 8 + size)),
    // A copy of its own: what came in one piece need not be kept as a whole.
    body: new Uint8Array(data.subarray(8 + size)),
  };
}
