import ExpandMore from '@mui/icons-material/ExpandMore';
import Accordion from '@mui/material/Accordion';
import AccordionDetails from '@mui/material/AccordionDetails';
import AccordionSummary from '@mui/material/AccordionSummary';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { ReactElement, ReactNode } from 'react';

export interface CollapsibleSectionProps {
  readonly title: string;
  readonly isOpen: boolean;
  readonly change: (isOpen: boolean) => void;
  readonly children: ReactNode;
}

/** Collapsible section for fields that are rarely needed. */
export function CollapsibleSection({
  title,
  isOpen,
  change,
  children,
}: CollapsibleSectionProps): ReactElement {
  return (
    <Accordion
      disableGutters
      variant="outlined"
      expanded={isOpen}
      onChange={(_event, open) => change(open)}
      sx={{ borderRadius: 1 }}
    >
      <AccordionSummary expandIcon={<ExpandMore />}>
        <Typography variant="subtitle2" component="span">
          {title}
        </Typography>
      </AccordionSummary>
      <AccordionDetails>
        <Stack sx={{ gap: 2.5 }}>{children}</Stack>
      </AccordionDetails>
    </Accordion>
  );
}
