import { createRequire } from 'node:module';
import type * as TsMorph from 'ts-morph';

/**
 * ts-morph, and the parser that it has with it. It is required and not imported: to import a CommonJS module, Node first
 * looks through all of its text for the names that it exports, which here takes longer than compiling and running it.
 * Elsewhere only its types are imported.
 */
const tsMorph = createRequire(import.meta.url)('ts-morph') as typeof TsMorph;

export const { IndentationText, Project, QuoteKind, StructureKind, VariableDeclarationKind } = tsMorph;

/** The functions of TypeScript itself; `ts` of ts-morph names their types. */
export const compiler = tsMorph.ts;
