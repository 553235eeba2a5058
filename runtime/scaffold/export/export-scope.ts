import type { SqlSession } from '../../kernel/contract/database/database.js';
import type { StoredRecord } from '../../kernel/contract/records/record.js';
import type { IriConverter } from '../../kernel/metadata/iri-converter.js';
import type { ResourceRegistry } from '../../kernel/metadata/resource-registry.js';
import type { Clock } from '../../kernel/ports/clock.js';
import type { Logger } from '../../kernel/ports/logger.js';
import type { RecordReader } from '../../kernel/records/record-reader.js';
import type { Assets } from './assets.js';
import type { Names } from './names.js';
import type { SourceWriter } from './source-writer.js';
import type { SiteIndex } from './site-index.js';

/** The parts that all of one export share. */
export interface ExportScope {
  /** A snapshot, so that everything is read of one moment. */
  readonly session: SqlSession;
  readonly registry: ResourceRegistry;
  readonly iris: IriConverter;
  readonly reader: RecordReader;
  readonly clock: Clock;
  readonly log: Logger;
  readonly assets: Assets;
  readonly source: SourceWriter;
  readonly names: Names;
  readonly index: SiteIndex;
  /** Routes that are live from this moment on get no date. */
  readonly now: Date;
  /** References of layouts, by id. */
  readonly layouts: ReadonlyMap<string, string>;
  /** Functions that declare pages and page data, by id. */
  readonly functions: ReadonlyMap<string, string>;
  /** Variables of page data, by id. */
  readonly variables: ReadonlyMap<string, string>;
  /** Variables of the components that are written, by id. */
  readonly components: Map<string, string>;
  /** Components whose members are being written: what refers to them closes a circle. */
  readonly unfinished: Set<string>;
  /** Components whose groups are still to be written. */
  readonly written: StoredRecord[];
  /** Components that are complete once there are routes and pages: what needs them waits too. */
  readonly lateComponents: Set<string>;
  /** The groups that are written, by id. */
  readonly groups: Map<string, GroupPlace>;
  /** Drafts without positions of their own, which follow their published records. */
  readonly drafts: DraftOf[];
  /** Records that the present rules refuse, by id: they are listed once. */
  readonly refused: Set<string>;
  /** Says what could not be reproduced. */
  readonly gap: (line: string) => void;
}

/** How a group is named below its owner. */
export interface GroupPlace {
  readonly name: string;
  /** Set for a group that several owners share. */
  readonly locationReference?: string;
}

/** A draft and the variable of its published record. */
export interface DraftOf {
  readonly type: string;
  readonly id: string;
  readonly publishedId: string;
  readonly variable: string;
}
