import * as Flags from '@oclif/core/flags';
import { ServiceCommand } from '../service-command.js';

export class Doctor extends ServiceCommand {
  static override summary = 'Check the stored data for inconsistencies.';
  static override description =
    'Compares derived rows with the records they are computed from, and file rows with the stored files. Works while the service is running. Changes nothing without --repair. Exits with 0 if everything is consistent or was repaired, and with 1 otherwise. Rows that the next start of the service builds are not inconsistencies.';
  static override examples = [
    '<%= config.bin %> <%= command.id %>',
    '<%= config.bin %> <%= command.id %> --repair',
    '<%= config.bin %> <%= command.id %> --json --limit 1000',
  ];
  static override flags = {
    repair: Flags.boolean({
      summary: 'Rebuild rows that differ. Stored files and content are not changed.',
    }),
    limit: Flags.integer({
      summary: 'Maximum number of differences to print per check.',
      default: 20,
      min: 1,
    }),
    json: Flags.boolean({ summary: 'Print the result as JSON.' }),
  };

  async run(): Promise<void> {
    const { flags } = await this.parse(Doctor);
    const { describeDiagnosis } = await import('../../kernel/derived/describe-diagnosis.js');
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
