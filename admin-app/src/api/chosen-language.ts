/** Returns the language of the admin: the stored choice, or else the language of the browser. */
export function chosenLanguage(): 'de' | 'en' {
  return (readChosen() ?? navigator.language.slice(0, 2)) === 'de' ? 'de' : 'en';
}

/** Reads the language from the store of react-admin. */
function readChosen(): string | undefined {
  try {
    return JSON.parse(localStorage.getItem('RaStore.locale') ?? 'null') ?? undefined;
  } catch {
    return undefined;
  }
}
