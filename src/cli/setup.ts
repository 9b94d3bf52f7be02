/** `practicum setup`: makes the virtual environment of Python worlds and says what is in it, and whether they can be contained here. */
import { resolve } from 'node:path';
import pc from 'picocolors';
import { openCatalog } from '../catalog/catalog.ts';
import { UsageError } from '../core/errors.ts';
import { containmentHere } from '../engines/python/containment.ts';
import {
  createPythonEnvironment,
  environmentVersions,
  type PythonEnvironment,
  pythonEnvironment,
} from '../engines/python/environment.ts';
import { EXIT } from './exit.ts';

export interface SetupRequest {
  readonly what: string | null;
  readonly python: string | null;
  readonly isForced: boolean;
}

type Environment = Readonly<Record<string, string | undefined>>;

export async function setUp({ what, python, isForced }: SetupRequest, env: Environment): Promise<number> {
  if (what !== 'python') {
    throw new UsageError(
      `${what === null ? 'What is to be set up?' : `There is no "${what}" to set up.`} Write: practicum setup python.`,
    );
  }
  const { home } = openCatalog(env);
  const wasThere = pythonEnvironment(home) !== null && !isForced && python === null;
  const environment = await createPythonEnvironment(home, {
    ...(python === null ? {} : { python: python.includes('/') ? resolve(python) : python }),
    path: env.PATH ?? '',
    isForced,
    onLine: (line) => console.error(pc.dim(line)),
  });
  console.log(await page(environment, wasThere));
  return EXIT.done;
}

async function page(environment: PythonEnvironment, wasThere: boolean): Promise<string> {
  const { python, ...packages } = await environmentVersions(environment);
  const containment = await containmentHere(environment.python);
  const shown = Object.entries(packages).map(([name, version]) => `${name} ${version}`);
  return [
    `${pc.bold(`Python ${python}`)} ${wasThere ? 'was ready already' : 'is ready'} in ${environment.folder}`,
    `with ${shown.join(', ')}`,
    containment.isAvailable
      ? 'Code of worlds runs contained: without network, files or other processes.'
      : `${pc.bold('Code of worlds cannot be contained here')}: ${containment.reason}. Where you trust it, add --trust-python to a run.`,
  ].join('\n');
}
