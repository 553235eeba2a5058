import { createRequire } from 'node:module';
import type * as TsMorph from 'ts-morph';

/**
 * ts-morph, with its TypeScript parser. Loaded with `require`, because an import first scans the whole source for
 * export names, which takes longer than compiling and running it. Other files import only its types.
 */
const tsMorph = createRequire(import.meta.url)('ts-morph') as typeof TsMorph;

export const { IndentationText, Project, QuoteKind, StructureKind, VariableDeclarationKind } = tsMorph;

/** The TypeScript API. The `ts` namespace of ts-morph has its types. */
export const compiler = tsMorph.ts;
