/** Looks at pictures. The words that describe one always come with it: who has no eyes can work too. */
import { z } from 'zod';
import { invalid } from '../../../core/tool-error.ts';
import { type App, appTool, outcome } from '../app.ts';
import { fileAt, noteRead, openingCost } from '../file-store.ts';
import { drawPicture } from '../picture.ts';

const viewPicture = appTool({
  name: 'view_picture',
  description: 'Shows a picture of the drive or the workspace, with a text alternative that says what is on it.',
  effect: 'read',
  input: z.object({ path: z.string().max(1000).describe('Such as drive/maps/region.png.') }),
  output: z.object({ path: z.string(), alt: z.string(), width: z.int(), height: z.int() }),
  cost: (input) => openingCost([input.path]),
  run: (input, post) => {
    const file = fileAt(post.state, input.path);
    if (file.picture === undefined) throw invalid(`${file.path} is no picture; read_file reads it`);
    const { block, width, height } = drawPicture(file.picture);
    noteRead(post, file);
    return outcome({ answer: { path: file.path, alt: file.content, width, height }, pictures: [block] });
  },
});

export const app: App = { name: 'pictures', tools: [viewPicture] };
