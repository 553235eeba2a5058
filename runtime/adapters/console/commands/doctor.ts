import * as Flags from '@oclif/core/flags';
import { ServiceCommand } from '../service-command.js';

export class Doctor extends ServiceCommand {
  static override summary = 'Compare what is stored with what it follows from.';
  static override description =
    'Looks at rows that are kept so that reads need not search, and at rows about files, while the service runs or not. Changes nothing without --repair. Exits 0 when all is well or everything was repaired, 1 when something differs; what the next start of the service makes is no difference.';
  static override examples = [
    '<%= config.bin %> <%= command.id %>',
    '<%= config.bin %> <%= command.id %> --repair',
    '<%= config.bin %> <%= command.id %> --json --limit 1000',
  ];
  static override flags = {
    repair: Flags.boolean({
      summary: 'Make again what differs. Stored files and what people wrote stay as they are.',
    }),
    limit: Flags.integer({ summary: 'Most differences that are printed of each.', default: 20, min: 1 }),
    json: Flags.boolean({ summary: 'Print one JSON object.' }),
  };

  async run(): Promise<void> {
    const { flags } = await this.parse(Doctor);
    const { describeDiagnosis } = await import('../../../kernel/derived/describe-diagnosis.js');
    const { repair, limit, json } = flags;
    const progress = this.progressLine();
    const onExamine = (name: string): void => progress.show(() => `${name} ...`);
    await this.withApp(
      async ({ doctor }) => {
        const results = [];
        for await (const diagnosis of doctor.examine({ repair, limit, onExamine })) {
          progress.end();
          results.push(diagnosis);
          if (!json) for (const line of describeDiagnosis(diagnosis)) this.log(line);
        }
        const isWell = results.every(({ status }) => status !== 'differs');
        if (json) this.log(JSON.stringify({ isWell, results }, null, 2));
        return isWell ? 0 : 1;
      },
      { isMaintenance: true },
    );
  }
}
