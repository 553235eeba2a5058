import AddIcon from '@mui/icons-material/Add';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Link from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import { Title } from 'ra-ui-materialui';
import { lazy, Suspense, useDeferredValue, useState, type ReactElement } from 'react';
import { Link as To, useNavigate } from 'react-router-dom';
import type { ApiDocument } from '../../api/client.js';
import { nameOf } from '../../api/display-names.js';
import { useSession } from '../../session/session.js';
import { LoadFailed, Loading } from '../../ui/loading.js';
import { addressOf } from './addresses.js';
import { useSite, type SiteReading } from './use-site.js';
import { found, type PageNode, type Site } from './site.js';
import type { Wanted } from './tree-dialog.js';
import { Tree } from './tree.js';

// Loaded on demand, because they contain the form inputs.
const NewPage = lazy(() => import('./new-page.js'));
const TreeDialog = lazy(() => import('./tree-dialog.js'));

/** Page tree with a search and the actions for each page. */
export function TreePage(): ReactElement {
  const translate = useTranslate();
  const [text, setText] = useState('');
  const searched = useDeferredValue(text.trim());
  const { site, cut, error, reload } = useSite(searched);
  const [wanted, setWanted] = useState<Wanted>();
  const navigate = useNavigate();
  const [isNew, setNew] = useState(false);
  const may = useSession().model.types.some((type) => type.name === 'Page' && type.may.create);
  if (site === undefined)
    return error === null || error === undefined ? (
      <Loading />
    ) : (
      <LoadFailed error={error} retry={() => void reload()} />
    );
  const made = (record: ApiDocument): void => {
    void reload();
    void navigate(addressOf(record));
  };
  return (
    <>
      <Title title={translate('pages.all')} />
      <Stack direction="row" sx={{ gap: 1, mb: 2, flexWrap: 'wrap', alignItems: 'center' }}>
        <TextField
          type="search"
          label={translate('pages.search')}
          value={text}
          onChange={({ target }) => setText(target.value)}
          sx={{ flexGrow: 1, maxWidth: 480 }}
        />
        {may && (
          <Button variant="contained" startIcon={<AddIcon />} onClick={() => setNew(true)}>
            {translate('pages.new')}
          </Button>
        )}
      </Stack>
      <Trees {...{ site, searched, want: setWanted }} />
      <Cut cut={cut} />
      <Suspense>
        {isNew && <NewPage {...{ site, made }} close={() => setNew(false)} />}
        {wanted !== undefined && (
          <TreeDialog
            {...{ site, wanted, made }}
            done={() => void reload()}
            close={() => setWanted(undefined)}
          />
        )}
      </Suspense>
    </>
  );
}

interface TreesProps {
  readonly site: Site;
  readonly searched: string;
  readonly want: (wanted: Wanted) => void;
}

function Trees({ site, searched, want }: TreesProps): ReactElement {
  const translate = useTranslate();
  const narrowed = (nodes: readonly PageNode[]): readonly PageNode[] =>
    searched === '' ? nodes : found(nodes, searched);
  const trees = [
    { name: 'pages.all', nodes: narrowed(site.roots) },
    { name: 'pages.templates', nodes: narrowed(site.templates) },
  ].filter(({ nodes }) => nodes.length > 0);
  if (trees.length === 0)
    return (
      <Card sx={{ p: 4, textAlign: 'center' }}>
        <Typography sx={{ color: 'text.secondary' }}>
          {translate(searched === '' ? 'pages.empty' : 'pages.not_found', { text: searched })}
        </Typography>
      </Card>
    );
  return (
    <Stack sx={{ gap: 2 }}>
      {trees.map(({ name, nodes }) => (
        <Card key={name} component="section" aria-label={translate(name)}>
          {name !== 'pages.all' && (
            <Typography component="h2" variant="subtitle1" sx={{ px: 2, pt: 1.5 }}>
              {translate(name)}
            </Typography>
          )}
          <Tree key={searched} nodes={nodes} isOpen={searched !== ''} want={want} />
        </Card>
      ))}
    </Stack>
  );
}

function Cut({ cut }: Pick<SiteReading, 'cut'>): ReactElement {
  const translate = useTranslate();
  return (
    <>
      {cut.map(({ type, total }) => (
        <Alert severity="info" key={type.name} sx={{ mt: 2 }}>
          {translate('pages.cut', { name: nameOf(type.name), total })}{' '}
          <Link component={To} to={`/${type.name}`}>
            {translate('pages.cut_list')}
          </Link>
        </Alert>
      ))}
    </>
  );
}
