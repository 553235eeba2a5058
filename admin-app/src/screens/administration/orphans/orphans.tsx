import type { ReactElement } from 'react';
import { RecordLink } from '../../../ui/record-link.js';
import { ScreenLayout } from '../../../ui/screen-layout.js';
import { OrphanReport } from './orphan-report.js';

interface File {
  readonly adapter: string;
  readonly path: string;
}

interface FileOfRecord extends File {
  readonly resource: string;
  readonly violations?: readonly string[];
}

/** Orphaned components and files, with actions to scan and delete them. */
export default function Orphans(): ReactElement {
  return (
    <ScreenLayout title="administration.orphans.title" about="administration.orphans.about">
      <OrphanReport
        title="administration.orphans.records"
        path="/_/orphaned_resources"
        member="iris"
        lists={['components', 'componentGroups', 'componentPositions']}
        idOf={String}
        show={(iri) => <RecordLink iri={String(iri)} />}
      />
      <OrphanReport
        title="administration.orphans.files"
        path="/_/orphaned_files"
        member="paths"
        lists={['orphanedFiles']}
        shownLists={['unknownFiles', 'missingFiles', 'invalidFiles']}
        idOf={(file) => (file as File).path}
        show={(file) => <OneFile {...(file as FileOfRecord)} />}
      />
    </ScreenLayout>
  );
}

function OneFile({ adapter, path, resource, violations = [] }: FileOfRecord): ReactElement {
  return (
    <>
      {path} ({adapter}) {resource !== undefined && <RecordLink iri={resource} />} {violations.join(' ')}
    </>
  );
}
