import List from '@mui/material/List';
import ListItem from '@mui/material/ListItem';
import ListItemText from '@mui/material/ListItemText';
import Typography from '@mui/material/Typography';
import type { ReactElement } from 'react';
import { insertAt, OrderButtons } from './order-buttons.js';

export interface RelatedListProps {
  readonly title: string;
  readonly iris: readonly string[];
  readonly labels: ReadonlyMap<string, string>;
  readonly change: (iris: readonly string[]) => void;
}

/** Ordered list of related records. */
export function RelatedList({ title, iris, labels, change }: RelatedListProps): ReactElement {
  const without = (index: number): string[] => iris.filter((_, other) => other !== index);
  return (
    <>
      <Typography variant="body2" color="text.secondary">
        {title}
      </Typography>
      <List dense disablePadding aria-label={title}>
        {iris.map((iri, index) => (
          <ListItem key={iri} disableGutters>
            <ListItemText primary={labels.get(iri) ?? iri} />
            <OrderButtons
              name={labels.get(iri) ?? iri}
              {...{ index, count: iris.length }}
              move={(to) => change(insertAt(without(index), to, iri))}
              remove={() => change(without(index))}
            />
          </ListItem>
        ))}
      </List>
    </>
  );
}
