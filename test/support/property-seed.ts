import fc from 'fast-check';

/** Properties try the same values in every run, so that none fails by chance; `FC_SEED` looks for others. */
fc.configureGlobal({ seed: Number(process.env.FC_SEED ?? 20_260_101) });
