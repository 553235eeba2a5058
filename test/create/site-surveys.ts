import { expect } from 'vitest';
import { addToContactPage, call, close, openTab, THANKS, type TriedSite } from './site.js';

const LETTER = { name: 'letter.txt', mimeType: 'text/plain', buffer: Buffer.from('Dear all') };

/** A form with choices, lists and files, of the type in `SurveyType.json`. */
export async function takesChoicesAndFiles(site: TriedSite): Promise<void> {
  const survey = await addToContactPage(site, '/component/forms', { formType: 'SurveyType' });
  try {
    for (const hasScripts of [true, false]) await fillSurvey(site, hasScripts);
  } finally {
    await call(site, `DELETE ${survey}`);
  }
}

async function fillSurvey(site: TriedSite, hasScripts: boolean): Promise<void> {
  const tab = await openTab(site, hasScripts);
  const send = () => tab.getByRole('button', { name: 'Send the survey' }).click();
  const isChecked = (label: string) => tab.getByLabel(label, { exact: true }).isChecked();
  await tab.goto(`${site.url}/contact`);
  await tab.waitForLoadState('networkidle');
  expect(await tab.getByLabel('Survey name').getAttribute('placeholder')).toBe('Ann');
  await tab.getByLabel('Survey name').fill('Ann');
  await tab.getByLabel('Rooms').selectOption(['1', '3']);
  await tab.getByLabel('When').fill('2030-05-01T10:30');
  await tab.getByLabel('Red').check();
  await tab.getByLabel('Blue').check();
  await send();
  await tab.getByText('Please choose a plan.').waitFor();
  await tab.getByText('Please add a letter.').waitFor();

  await tab.getByLabel('Small').check();
  await tab.getByLabel('Large').check();
  expect(await isChecked('Small')).toBe(false);
  // Without scripts, Next has no page to show while the API is down.
  if (hasScripts || site.frontEnd !== 'next') {
    site.proxy.state = hasScripts ? 'down' : 'busy';
    await send();
    await tab.locator('.error').first().waitFor();
    site.proxy.state = 'up';
  }
  if (await tab.getByRole('checkbox').count()) {
    const checked = await Promise.all(['Small', 'Large', 'Red', 'Green', 'Blue'].map(isChecked));
    expect(checked).toEqual([false, true, true, false, true]);
    expect(await tab.getByLabel('When').inputValue()).toBe('2030-05-01T10:30');
    expect(await tab.getByLabel('Rooms').locator('option:checked').allInnerTexts()).toEqual([
      'First',
      'Third',
    ]);
  }
  await tab.goto(`${site.url}/contact`);
  await tab.waitForLoadState('networkidle');
  await tab.getByLabel('Survey name').fill('Ann');
  await tab.getByLabel('Large').check();
  await tab.getByLabel('Letter').setInputFiles(LETTER);
  await send();
  await tab.getByText(THANKS).waitFor();
  await close(tab);
}
