import type { ApiPart } from './contract/http/api-part.js';
import type { AnswerSteps } from './contract/http/answer-steps.js';
import type { Database } from './contract/database/database.js';
import type { Doors } from './contract/features/door.js';
import type { Manifest } from './contract/schema/manifest.js';
import { type Answers, createAnswers } from './endpoints/answers.js';
import type { ComposedService } from './feature.js';
import type { WatchTags } from './contract/records/watch-tags.js';
import type { IriConverter } from './metadata/iri-converter.js';
import type { ResourceRegistry } from './metadata/resource-registry.js';
import type { ServiceOutbox } from './outbox/outbox.js';
import type { Clock } from './ports/clock.js';
import type { Logger } from './ports/logger.js';
import type { Ports } from './ports/ports.js';
import type { Workers } from './ports/workers.js';
import { createRecordReader, type RecordReader } from './records/record-reader.js';
import type { ReferenceIndex } from './records/reference-index.js';
import { createRepointRelations, type RepointRelations } from './records/repoint-relations.js';
import { createRowWriter, type RowWriter } from './records/row-writer.js';
import type { ExpressionGate } from './serializer/field-access.js';
import type { KernelConfig, ReadConfig } from './settings/config.js';
import { answerSteps } from './unit-of-work/answer-steps.js';
import { createWriteOutOfBand, type DropTags, type WriteOutOfBand } from './unit-of-work/out-of-band.js';
import { once } from './util/async/once.js';

/** The parts of a kernel. */
export interface KernelParts {
  readonly config: KernelConfig;
  /** The same with settings of a feature, for the feature that has them. */
  readonly configOf: ReadConfig;
  readonly project: Project;
  readonly registry: ResourceRegistry;
  readonly iris: IriConverter;
  readonly database: Database;
  readonly gate: ExpressionGate;
  readonly clock: Clock;
  readonly log: Logger;
  /** Messages to the outside world that are stored with the changes they tell of. */
  readonly outbox: ServiceOutbox;
  /** Offers of the running service, where this one lives within a transaction of that. */
  readonly joinedTo: Pick<Doors, 'get'> | undefined;
  /** Indexes that features keep of the references in records. */
  readonly indexes: readonly ReferenceIndex[];
  /** The outside world: mails, files, origins of browsers. */
  readonly ports: Ports;
  /** The processes that serve one address together with this one; undefined where it serves alone. */
  readonly workers: Workers | undefined;
  /** The process looks after stored rows and answers nobody. */
  readonly isMaintenance: boolean;
  /** The name of the command that it is opened for; undefined in a process that serves. */
  readonly command: string | undefined;
  /** The service that is made of the features, once every one of them is created: from `endpoints` on. */
  readonly service: () => ComposedService;
}

/** The generated code of a project. */
export interface Project {
  readonly manifest: Manifest;
  /** The generated part of the API documentation. */
  readonly openApi: ApiPart;
}

/** The base of every feature: the model of the project, its rows, and the outside world behind ports. */
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
