import type { FormSuccessHandler } from 'cms-api-components';

/** The office is closed on Mondays. */
export const closedDays: FormSuccessHandler = ({ data }, { violation }) => {
  const isMonday = typeof data.day === 'string' && new Date(data.day).getUTCDay() === 1;
  if (isMonday) violation('day', 'We are closed on Mondays.');
};
