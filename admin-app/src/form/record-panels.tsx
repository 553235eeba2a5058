import Accordion from '@mui/material/Accordion';
import AccordionDetails from '@mui/material/AccordionDetails';
import AccordionSummary from '@mui/material/AccordionSummary';
import Typography from '@mui/material/Typography';
import ExpandMoreIcon from '@mui/icons-material/ExpandMore';
import { useRecordContext, useTranslate } from 'ra-core';
import { Suspense, useState, type ReactElement } from 'react';
import type { AdminType } from '../api/model.js';
import type { AdminRecord } from '../api/records.js';
import { useSession } from '../session/session.js';
import { Loading } from '../ui/loading.js';
import type { Panel } from './panel.js';
import { allPanels } from './panels.js';

/** Panels of a record, initially closed. */
export function RecordPanels({ type }: { readonly type: AdminType }): ReactElement | null {
  const record = useRecordContext<AdminRecord>();
  const { model } = useSession();
  if (record === undefined) return null;
  return (
    <>
      {allPanels()
        .filter(({ isFor }) => isFor(type, model))
        .map((panel) => (
          <OnePanel key={`${panel.name} ${record.id}`} {...{ panel, type, record }} />
        ))}
    </>
  );
}

interface OnePanelProps {
  readonly panel: Panel;
  readonly type: AdminType;
  readonly record: AdminRecord;
}

function OnePanel({ panel: { name, label, Content }, type, record }: OnePanelProps): ReactElement {
  const translate = useTranslate();
  const [isOpen, setOpen] = useState(false);
  return (
    <Accordion expanded={isOpen} onChange={(_event, open) => setOpen(open)} disableGutters>
      <AccordionSummary
        expandIcon={<ExpandMoreIcon />}
        id={`${name}-summary`}
        aria-controls={`${name}-panel`}
      >
        <Typography variant="subtitle2" component="span">
          {translate(label)}
        </Typography>
      </AccordionSummary>
      <AccordionDetails id={`${name}-panel`}>
        {isOpen && (
          <Suspense fallback={<Loading />}>
            <Content {...{ type, record }} />
          </Suspense>
        )}
      </AccordionDetails>
    </Accordion>
  );
}
