import Button from '@mui/material/Button';
import FileDownload from '@mui/icons-material/FileDownload';
import { useListContext, useTranslate } from 'ra-core';
import type { ReactElement } from 'react';
import { client, resourceOf, type ApiDocument } from '../../api/client.js';
import { queryOf } from '../../api/data-provider.js';
import type { AdminType } from '../../api/model.js';
import { useAction } from '../../ui/use-action.js';
import { BYTE_ORDER_MARK, lineOf } from './csv.js';

/** As many as a list answers at once, so that there are few requests. */
const PER_PAGE = 100;

/** Saves the list as it is narrowed and ordered, all pages of it, as a CSV file. */
export default function ExportButton({ type }: { readonly type: AdminType }): ReactElement {
  const translate = useTranslate();
  const { run, isBusy } = useAction();
  const { filterValues, sort } = useListContext();
  const save = async (): Promise<void> => {
    const names = type.members.filter(({ writeOnly }) => !writeOnly).map(({ name }) => name);
    // Lines are kept and documents are not, so that a long list needs little memory.
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
