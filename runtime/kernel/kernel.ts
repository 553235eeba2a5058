import type { AppConfig } from '../config/app-config.js';
import { answerSteps } from './unit-of-work/answer-steps.js';
import type { AnswerSteps } from './contract/answer-steps.js';
import type { Database } from './contract/database.js';
import type { IriConverter } from './metadata/iri-converter.js';
import type { ResourceRegistry } from './metadata/resource-registry.js';
import type { Clock } from './ports/clock.js';
import type { Invalidation } from './invalidation/invalidation.js';
import type { ServiceOutbox } from './outbox/outbox.js';
import type { Logger } from './ports/logger.js';
import type { RecordReader } from './records/record-reader.js';
import { createRecordReader } from './records/record-reader.js';
import type { ReferenceIndex } from './records/reference-index.js';
import type { RowWriter } from './records/row-writer.js';
import { createRowWriter } from './records/row-writer.js';
import type { RepointRelations } from './records/repoint-relations.js';
import { createRepointRelations } from './records/repoint-relations.js';
import type { ExpressionGate } from './serializer/field-access.js';

/** What every feature stands on: the model of the project, its rows, and the outside world behind ports. */
export interface Kernel {
  readonly config: AppConfig;
  readonly registry: ResourceRegistry;
  readonly iris: IriConverter;
  readonly database: Database;
  readonly gate: ExpressionGate;
  readonly clock: Clock;
  readonly log: Logger;
  /** Messages to the outside world that are stored with the changes they tell of. */
  readonly outbox: ServiceOutbox;
  /** What kept answers of all processes depend on. */
  readonly invalidation: Invalidation;
  /** What features keep of the references in records. */
  readonly indexes: readonly ReferenceIndex[];
  readonly reader: RecordReader;
  readonly writer: RowWriter;
  readonly repoint: RepointRelations;
  readonly steps: AnswerSteps;
}

export function createKernel(
  parts: Pick<
    Kernel,
    | 'config'
    | 'registry'
    | 'iris'
    | 'database'
    | 'gate'
    | 'clock'
    | 'log'
    | 'outbox'
    | 'invalidation'
    | 'indexes'
  >,
): Kernel {
  const { registry, database, indexes } = parts;
  const reader = createRecordReader(registry, database);
  const writer = createRowWriter({ registry, reader, indexes });
  const repoint = createRepointRelations({ registry, reader, writer, indexes });
  return { ...parts, reader, writer, repoint, steps: answerSteps };
}
