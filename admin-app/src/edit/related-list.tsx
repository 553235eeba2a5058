import ArrowDownward from '@mui/icons-material/ArrowDownward';
import ArrowUpward from '@mui/icons-material/ArrowUpward';
import Close from '@mui/icons-material/Close';
import IconButton from '@mui/material/IconButton';
import List from '@mui/material/List';
import ListItem from '@mui/material/ListItem';
import ListItemText from '@mui/material/ListItemText';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import type { ReactElement } from 'react';

export interface RelatedListProps {
  readonly title: string;
  readonly iris: readonly string[];
  readonly labels: ReadonlyMap<string, string>;
  readonly isLocked: boolean;
  readonly change: (iris: readonly string[]) => void;
}

/** Records in their order, which buttons change: they work by the keyboard and on phones alike. */
export function RelatedList({ title, iris, labels, isLocked, change }: RelatedListProps): ReactElement {
  const translate = useTranslate();
  const without = (index: number): string[] => iris.filter((_, other) => other !== index);
  const moved = (index: number, to: number): string[] => insert(without(index), to, iris[index] ?? '');
  return (
    <>
      <Typography variant="body2" color="text.secondary">
        {title}
      </Typography>
      <List dense disablePadding aria-label={title}>
        {iris.map((iri, index) => {
          const name = labels.get(iri) ?? iri;
          return (
            <ListItem key={iri} disableGutters>
              <ListItemText primary={name} />
              {!isLocked && (
                <>
                  <IconButton
                    size="small"
                    disabled={index === 0}
                    aria-label={translate('admin.move_up', { name })}
                    onClick={() => change(moved(index, index - 1))}
                  >
                    <ArrowUpward fontSize="small" />
                  </IconButton>
                  <IconButton
                    size="small"
                    disabled={index === iris.length - 1}
                    aria-label={translate('admin.move_down', { name })}
                    onClick={() => change(moved(index, index + 1))}
                  >
                    <ArrowDownward fontSize="small" />
                  </IconButton>
                  <IconButton
                    size="small"
                    aria-label={translate('admin.remove', { name })}
                    onClick={() => change(without(index))}
                  >
                    <Close fontSize="small" />
                  </IconButton>
                </>
              )}
            </ListItem>
          );
        })}
      </List>
    </>
  );
}

const insert = (iris: readonly string[], at: number, iri: string): string[] => [
  ...iris.slice(0, at),
  iri,
  ...iris.slice(at),
];
