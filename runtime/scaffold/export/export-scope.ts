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

/** State shared by one export. */
export interface ExportScope {
  /** A snapshot, so that the export is consistent. */
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
  /** Time of the export. Routes that are already live get no date. */
  readonly now: Date;
  /** References of layouts, by id. */
  readonly layouts: ReadonlyMap<string, string>;
  /** Functions that declare pages and page data, by id. */
  readonly functions: ReadonlyMap<string, string>;
  /** Variables of page data, by id. */
  readonly variables: ReadonlyMap<string, string>;
  /** Variables of the written components, by id. */
  readonly components: Map<string, string>;
  /** Components whose fields are being written; a reference to one forms a cycle. */
  readonly unfinished: Set<string>;
  /** Components whose groups are not yet written. */
  readonly written: StoredRecord[];
  /** Components that need routes and pages; components that reference them wait, too. */
  readonly lateComponents: Set<string>;
  /** Written groups, by id. */
  readonly groups: Map<string, GroupPlace>;
  /** Drafts without their own positions, which follow their published records. */
  readonly drafts: DraftOf[];
  /** Records that the current rules refuse, by id; each is listed once. */
  readonly refused: Set<string>;
  /** Reports content that cannot be reproduced. */
  readonly gap: (line: string) => void;
}

/** Name of a group below its owner. */
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
