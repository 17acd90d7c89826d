import { fileURLToPath } from 'node:url'
import { mergeConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import workspace from '../../../../vitest.config.js'

/** Runs the recorded calls first: they contain the numbers of rows of a new database. */
class RecordingFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => (moduleId.endsWith('recording.scenarios.ts') ? 0 : 1)
    // oxlint-disable-next-line unicorn/no-array-sort -- a method of the sequencer
    const sorted = await super.sort(files)
    return sorted.toSorted((one, other) => rank(one) - rank(other))
  }
}

/**
 * Runs the SDK against a real Strapi 5, which `pnpm verify:long --only strapi5-sdk` installs and starts. Not
 * part of the workspace's tests: an installation takes minutes.
 */
export default mergeConfig(
  { ...workspace, test: {} },
  {
    root: fileURLToPath(new URL('.', import.meta.url)),
    test: {
      name: 'strapi5-sdk',
      include: ['*.scenarios.ts'],
      pool: 'forks',
      // All files share one Strapi.
      fileParallelism: false,
      sequence: { sequencer: RecordingFirst },
      testTimeout: 120_000,
    },
  },
)
