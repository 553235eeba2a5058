import { withFields } from '../kernel/ports/logger.js';
import { withoutSecrets } from './log-entry.js';
const SEVERITY = {
    debug: 20,
    info: 30,
    warn: 40,
    error: 50,
    silent: 100,
};
/** The process log. It goes to stderr, so that results on stdout stay clean. */
export async function createProcessLogger({ level, format, worker }) {
    const fields = worker === undefined ? {} : { worker };
    if (format === 'lines')
        return withFields(createLineLogger(level), fields);
    const { createJsonLogger } = await import('./json-logger.js'); // what it needs is loaded by servers only
    return createJsonLogger(level, undefined, fields);
}
function createLineLogger(level) {
    const write = (of) => (entry) => {
        if (SEVERITY[of] >= SEVERITY[level])
            process.stderr.write(`${formatLine(of, entry)}\n`);
    };
    return { error: write('error'), warn: write('warn'), info: write('info'), debug: write('debug') };
}
/** An entry for people: what happened, its members, and the stack of what failed. */
export function formatLine(level, entry) {
    const { msg, err, ...members } = withoutSecrets(entry);
    const label = level === 'info' ? '' : `${level}: `;
    const details = Object.entries(members).map(([name, value]) => `${name}=${formatValue(value)}`);
    const failure = err instanceof Error ? [`\n${err.stack ?? err.message}`] : err === undefined ? [] : [String(err)];
    return `${label}${[msg, ...details, ...failure].join(' ')}`;
}
function formatValue(value) {
    return typeof value === 'string' || typeof value === 'number' ? String(value) : JSON.stringify(value);
}
//# sourceMappingURL=logger.js.map