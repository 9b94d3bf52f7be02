/** What goes between the pool and a keeper, as JSON. The keeper trusts the pool; what a keeper says is checked by `keeper.ts`. */
import type { Change, State } from '../../core/state.ts';
import type { EndReason, GuestError } from './sandbox.ts';

/** Something large, named by its hash so that it travels once. */
export interface Parcel {
  readonly key: string;
  /** Base64 for bytes. Left out where the keeper should have it. */
  readonly content?: string;
}

export interface OpenRequest {
  readonly op: 'open';
  readonly session: number;
  readonly source: Parcel;
  readonly databases: {
    readonly [name: string]: {
      readonly image: Parcel;
      readonly access: 'read' | 'write';
      readonly changes: readonly Change[];
    };
  };
  readonly clock: string;
  readonly seed: string;
}

export type Request =
  | OpenRequest
  | { readonly op: 'build'; readonly schema: string }
  | {
      readonly op: 'call';
      readonly session: number;
      readonly name: string;
      /** JSON text: the keeper hands it on without looking inside. */
      readonly args: string;
      readonly readOnly: boolean;
    }
  | { readonly op: 'changes' | 'image'; readonly session: number; readonly database: string }
  | { readonly op: 'close'; readonly session: number };

export type Reply =
  /** JSON text of what the program gave back. */
  | { readonly is: 'value'; readonly text: string }
  | { readonly is: 'thrown'; readonly error: GuestError }
  | { readonly is: 'ended'; readonly reason: EndReason; readonly message: string }
  | { readonly is: 'changes'; readonly changes: readonly Change[] }
  | { readonly is: 'image'; readonly image: string }
  | { readonly is: 'built'; readonly image: string; readonly state: State }
  /** Parcels that the keeper does not have any more. */
  | { readonly is: 'missing'; readonly keys: readonly string[] }
  | { readonly is: 'done' };

export interface Numbered<T> {
  readonly n: number;
  readonly body: T;
}

/** How a keeper ends itself, so that the pool can tell why. */
export const TIME_SIGNAL = 'SIGXCPU';
export const MEMORY_SIGNAL = 'SIGUSR2';
