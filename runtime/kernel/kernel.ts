import type { ApiPart } from './contract/http/api-part.js';
import type { AnswerSteps } from './contract/http/answer-steps.js';
import type { Database } from './contract/database/database.js';
import type { FeatureApis } from './contract/features/feature-api.js';
import type { Manifest } from './contract/schema/manifest.js';
import { type Answers, createAnswers } from './endpoints/answers.js';
import type { ComposedService } from './feature.js';
import type { WatchTags } from './contract/records/watch-tags.js';
import type { IriConverter } from './metadata/iri-converter.js';
import type { ResourceRegistry } from './metadata/resource-registry.js';
import type { ServiceOutbox } from './outbox/outbox.js';
import type { Clock } from './ports/clock.js';
import type { Logger } from './ports/logger.js';
import type { Ports } from './kernel-ports.js';
import type { Workers } from './contract/workers.js';
import { createRecordReader, type RecordReader } from './records/record-reader.js';
import type { ReferenceIndex } from './records/reference-index.js';
import { createRepointRelations, type RepointRelations } from './records/repoint-relations.js';
import { createRowWriter, type RowWriter } from './records/row-writer.js';
import type { ExpressionGuard } from './serializer/field-access.js';
import type { KernelConfig, ReadConfig } from './settings/config.js';
import { answerSteps } from './unit-of-work/answer-steps.js';
import { createWriteOutOfBand, type DropTags, type WriteOutOfBand } from './unit-of-work/out-of-band.js';
import { once } from './util/async/once.js';

/** Parts that a kernel is built from. */
export interface KernelParts {
  readonly config: KernelConfig;
  /** Configuration with the settings of a feature, for that feature. */
  readonly configOf: ReadConfig;
  readonly project: Project;
  readonly registry: ResourceRegistry;
  readonly iris: IriConverter;
  readonly database: Database;
  readonly guard: ExpressionGuard;
  readonly clock: Clock;
  readonly log: Logger;
  /** Outgoing messages, stored with the change they announce. */
  readonly outbox: ServiceOutbox;
  /** Values provided by the running service, if this one is part of a transaction of that service. */
  readonly joinedTo: Pick<FeatureApis, 'get'> | undefined;
  /** Reference indexes of the features. */
  readonly indexes: readonly ReferenceIndex[];
  /** Ports to external systems: mail, files, browser origins. */
  readonly ports: Ports;
  /** Worker processes that share the address with this one; undefined if it serves alone. */
  readonly workers: Workers | undefined;
  /** Whether the process only maintains stored rows and serves no requests. */
  readonly isMaintenance: boolean;
  /** Name of the command it was opened for; undefined in a serving process. */
  readonly command: string | undefined;
  /** Returns the composed service. Available after all features are created, from `endpoints` on. */
  readonly service: () => ComposedService;
}

/** Generated code of a project. */
export interface Project {
  readonly manifest: Manifest;
  /** Generated part of the API documentation. */
  readonly openApi: ApiPart;
}

/**
 * Base of every feature: the project's model, its rows, and ports to external systems.
 *
 * @example
 * const iriOf = ({ iris, registry }: Kernel, id: string): string => iris.item(registry.require('Page'), id);
 */
export interface Kernel extends KernelParts {
  readonly reader: RecordReader;
  readonly writer: RowWriter;
  readonly repoint: RepointRelations;
  readonly writeOutOfBand: WriteOutOfBand;
  readonly dropTags: DropTags;
  readonly watchTags: WatchTags;
  readonly steps: AnswerSteps;
  readonly answers: Answers;
}

export function createKernel(parts: KernelParts): Kernel {
  const { registry, database, indexes } = parts;
  const reader = createRecordReader(registry, database);
  const writer = createRowWriter({ registry, reader, indexes });
  const repoint = createRepointRelations({ registry, reader, writer, indexes });
  const outOfBand = createWriteOutOfBand(() =>
    parts.service().features.flatMap(({ unitOfWork }) => unitOfWork ?? []),
  );
  const findWatch = once(
    () => parts.service().features.find(({ reads }) => reads?.watchTags)?.reads?.watchTags,
  );
  return {
    ...parts,
    reader,
    writer,
    repoint,
    ...outOfBand,
    watchTags: (tags) => findWatch()?.(tags),
    steps: answerSteps,
    answers: createAnswers(parts),
  };
}
