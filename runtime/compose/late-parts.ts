import type { AnswerPart } from '../kernel/contract/http/request-part.js';
import type { CompiledEndpoints } from '../kernel/endpoints/compile-endpoints.js';
import { InternalError } from '../kernel/errors/internal-error.js';
import type { ComposedService } from '../kernel/feature.js';
import type { ConnectedBackground } from '../kernel/jobs/background.js';

/** Parts that are used by code created before them. Each step of the composition sets its part. */
export interface LateParts {
  service?: ComposedService;
  work?: ConnectedBackground;
  compiled?: CompiledEndpoints;
  answerPart?: AnswerPart;
}

export function present<Part>(part: Part | undefined): Part {
  if (part === undefined) throw new InternalError('A feature asks for the service before it is there');
  return part;
}
