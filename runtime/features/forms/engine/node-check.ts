import type { ConstraintNotation } from '../../../kernel/contract/schema/constraints.js';
import { RASTER_TYPES } from '../../../kernel/util/raster-types.js';
import {
  compileConstraints,
  type CompiledConstraints,
} from '../../../kernel/validation/constraint-notation.js';
import type { FileValue } from '../../../kernel/validation/constraints/files.js';
import { compileFileRules } from '../../../kernel/validation/file-rules.js';
import { SubmittedFile } from '../model/submitted-file.js';

/** Compiles the constraints of a node, including file constraints; undefined if there are none. */
export function nodeCheck(constraints: readonly ConstraintNotation[]): CompiledConstraints | undefined {
  if (constraints.length === 0) return undefined;
  const check = compileConstraints(constraints);
  const ofFiles = compileFileRules(constraints, { inAll: true });
  if (ofFiles.groups.size === 0) return check;
  return (subject, context) => {
    check(subject, context);
    const { violations, path, value } = subject;
    const files = (Array.isArray(value) ? value : [value]).filter((one) => one instanceof SubmittedFile);
    ofFiles.check({ violations, path, files: files.map(fileValue) }, context.groups);
  };
}

function fileValue({ facts }: SubmittedFile): FileValue {
  const { name, mediaType, size, width = null, height = null } = facts;
  const dot = name.lastIndexOf('.');
  const extension = dot === -1 ? '' : name.slice(dot + 1).toLowerCase();
  const isBroken = RASTER_TYPES.has(mediaType) && width === null;
  return { size, mediaType, name, extension, width, height, isBroken };
}
