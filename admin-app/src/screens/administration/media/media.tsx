import Button from '@mui/material/Button';
import MenuItem from '@mui/material/MenuItem';
import Stack from '@mui/material/Stack';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import TextField from '@mui/material/TextField';
import { useTranslate } from 'ra-core';
import type { ReactElement } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import type { AdminModel, AdminType } from '../../../api/model.js';
import { nameOf } from '../../../api/display-names.js';
import { NotFound } from '../../../ui/not-found.js';
import { useSession } from '../../../session/session.js';
import { ScreenLayout, Section } from '../../../ui/screen-layout.js';
import { hasFeature, isAdministrator } from '../../../session/rights.js';
import { AllFiles } from './all-files.js';
import { UnusedFiles } from './unused-files.js';

/** Returns the types with files that the user may list. */
const fileTypes = ({ types }: AdminModel): readonly AdminType[] =>
  types.filter(({ files, may }) => files.length > 0 && may.list);

/** Media library: the files of a type with their uses, or the unused ones. */
export default function Media(): ReactElement {
  const translate = useTranslate();
  const { model } = useSession();
  const [params, setParams] = useSearchParams();
  const types = fileTypes(model);
  const type = types.find(({ name }) => name === params.get('type')) ?? types[0];
  if (type === undefined) return <NotFound />;
  // Records and page data are never orphaned, because they need no position.
  const hasUnused = type.group === 'component' && hasFeature(model, 'orphans') && isAdministrator(model);
  const isUnused = hasUnused && params.has('unused');
  const show = (name: string, unused: boolean): void =>
    setParams({ type: name, ...(unused ? { unused: '' } : {}) }, { replace: true });
  return (
    <ScreenLayout
      title="people.files.title"
      about="people.files.about"
      actions={
        hasFeature(model, 'orphans') &&
        isAdministrator(model) && (
          <Button component={Link} to="/orphans">
            {translate('administration.orphans.files')}
          </Button>
        )
      }
    >
      <Section>
        <Stack direction="row" sx={{ gap: 2, mb: 2, alignItems: 'center', flexWrap: 'wrap' }}>
          {types.length > 1 && (
            <TextField
              select
              label={translate('administration.history.by_type')}
              value={type.name}
              onChange={({ target }) => show(target.value, false)}
              sx={{ minWidth: 180 }}
            >
              {types.map(({ name }) => (
                <MenuItem key={name} value={name}>
                  {nameOf(name)}
                </MenuItem>
              ))}
            </TextField>
          )}
          {hasUnused && (
            <Tabs
              value={isUnused ? 'unused' : 'all'}
              onChange={(_event, shown: string) => show(type.name, shown === 'unused')}
            >
              <Tab value="all" label={translate('admin.all')} />
              <Tab value="unused" label={translate('people.files.unused')} />
            </Tabs>
          )}
        </Stack>
        {isUnused ? <UnusedFiles key={type.name} type={type} /> : <AllFiles key={type.name} type={type} />}
      </Section>
    </ScreenLayout>
  );
}
