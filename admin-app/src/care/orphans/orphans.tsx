import type { ReactElement } from 'react';
import { RecordLink } from '../parts/record-link.js';
import { Screen } from '../parts/screen.js';
import { Report } from './report.js';

interface File {
  readonly adapter: string;
  readonly path: string;
}

interface FileOfRecord extends File {
  readonly resource: string;
  readonly violations?: readonly string[];
}

/** What nothing leads to any more, and files that no record holds: looked for, and deleted as somebody chooses. */
export default function Orphans(): ReactElement {
  return (
    <Screen title="administration.orphans.title" about="administration.orphans.about">
      <Report
        title="administration.orphans.records"
        path="/_/orphaned_resources"
        member="iris"
        lists={['components', 'componentGroups', 'componentPositions']}
        idOf={String}
        show={(iri) => <RecordLink iri={String(iri)} />}
      />
      <Report
        title="administration.orphans.files"
        path="/_/orphaned_files"
        member="paths"
        lists={['orphanedFiles']}
        told={['unknownFiles', 'missingFiles', 'invalidFiles']}
        idOf={(file) => (file as File).path}
        show={(file) => <OneFile {...(file as FileOfRecord)} />}
      />
    </Screen>
  );
}

function OneFile({ adapter, path, resource, violations = [] }: FileOfRecord): ReactElement {
  return (
    <>
      {path} ({adapter}) {resource !== undefined && <RecordLink iri={resource} />} {violations.join(' ')}
    </>
  );
}
