import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormHelperText from '@mui/material/FormHelperText';
import Typography from '@mui/material/Typography';
import type { ReactElement } from 'react';

export interface Row {
  readonly label: string;
  readonly choices: readonly { readonly id: string; readonly label: string }[];
}

export interface ChoiceGridProps {
  readonly title: string;
  readonly rows: readonly Row[];
  readonly chosen: ReadonlySet<string>;
  readonly change: (chosen: ReadonlySet<string>) => void;
  readonly wrong?: string | undefined;
}

/** Grid of checkboxes, one row for each type. */
export function ChoiceGrid({ title, rows, chosen, change, wrong }: ChoiceGridProps): ReactElement {
  const toggle = (id: string): void => {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    change(next);
  };
  return (
    <Box component="fieldset" sx={{ border: 0, p: 0, m: 0, mt: 1 }}>
      <Typography component="legend" variant="subtitle2">
        {title}
      </Typography>
      {wrong !== undefined && <FormHelperText error>{wrong}</FormHelperText>}
      <Box sx={{ maxHeight: 320, overflowY: 'auto' }} tabIndex={0} role="group" aria-label={title}>
        {rows.map(({ label, choices }) => (
          <Box key={label} sx={{ py: 0.5 }}>
            {choices.length > 1 && <Typography variant="body2">{label}</Typography>}
            {choices.map(({ id, label: text }) => (
              <FormControlLabel
                key={id}
                label={text}
                slotProps={{ typography: { variant: 'body2' } }}
                control={
                  <Checkbox
                    size="small"
                    checked={chosen.has(id)}
                    onChange={() => toggle(id)}
                    slotProps={{ input: { 'aria-label': choices.length > 1 ? `${label}: ${text}` : text } }}
                  />
                }
              />
            ))}
          </Box>
        ))}
      </Box>
    </Box>
  );
}
