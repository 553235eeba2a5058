import Button from '@mui/material/Button';
import FileDownload from '@mui/icons-material/FileDownload';
import { useListContext, useTranslate } from 'ra-core';
import type { ReactElement } from 'react';
import { client, resourceOf, type ApiDocument } from '../../api/client.js';
import { queryOf } from '../../api/data-provider.js';
import type { AdminType } from '../../api/model.js';
import { useAction } from '../../ui/use-action.js';
import { BYTE_ORDER_MARK, lineOf } from './csv.js';

/** Maximum page size of lists. */
const PER_PAGE = 100;

/** Button that exports all records of the filtered and sorted list as CSV. */
export default function ExportButton({ type }: { readonly type: AdminType }): ReactElement {
  const translate = useTranslate();
  const { run, isBusy } = useAction();
  const { filterValues, sort } = useListContext();
  const save = async (): Promise<void> => {
    const names = type.members.filter(({ writeOnly }) => !writeOnly).map(({ name }) => name);
    // Keeps the lines instead of the documents to save memory.
    const lines = [BYTE_ORDER_MARK, lineOf(['@id', ...names])];
    const query = queryOf(type, { filter: filterValues, sort, pagination: { page: 1, perPage: PER_PAGE } });
    for await (const one of client.all(resourceOf(type), query) as AsyncIterable<ApiDocument>)
      lines.push(lineOf([one['@id'], ...names.map((name) => one[name])]));
    saveAs(new Blob(lines, { type: 'text/csv;charset=utf-8' }), `${type.name}.csv`);
  };
  return (
    <Button size="small" startIcon={<FileDownload />} loading={isBusy} onClick={() => void run(save)}>
      {translate('administration.export')}
    </Button>
  );
}

function saveAs(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
