import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { fingerprintOf, watchChanges } from './watch-changes.js'

/** A watch whose looks the test takes. */
function watched(states: (string | Error)[]) {
  const changes: string[] = []
  let state = ''
  const watch = watchChanges('a', {
    look: async () => {
      const next = states.shift() ?? state
      if (next instanceof Error) throw next
      return (state = next)
    },
    onChange: async () => void changes.push(state),
    wait: () => () => {},
  })
  return { watch, changes }
}

describe('a watch', () => {
  it('reports each change once', async () => {
    const { watch, changes } = watched(['a', 'b', 'b', 'a'])
    for (let look = 0; look < 4; look++) await watch.look()
    expect(changes).toEqual(['b', 'a'])
  })

  it('takes a failed look for no change', async () => {
    const { watch, changes } = watched([new Error('away'), 'a', new Error('away'), 'b'])
    for (let look = 0; look < 4; look++) await watch.look()
    expect(changes).toEqual(['b'])
  })

  it('reports a change again if it could not be handled', async () => {
    const changes: string[] = []
    const watch = watchChanges('a', {
      look: async () => 'b',
      onChange: async () => {
        if (changes.push('b') === 1) throw new Error('away')
      },
      wait: () => () => {},
    })
    await expect(watch.look()).rejects.toThrow('away')
    for (let look = 0; look < 2; look++) await watch.look()
    expect(changes).toEqual(['b', 'b'])
  })

  it('looks again if a look is running, which may have been before the change', async () => {
    const { watch, changes } = watched(['a', 'b'])
    const running = watch.look()
    await Promise.all([watch.look(), watch.look()])
    await running
    expect(changes).toEqual(['b'])
  })

  it('reports nothing once it is closed', async () => {
    const { watch, changes } = watched(['b'])
    watch.close()
    await watch.look()
    expect(changes).toEqual([])
  })
})

describe('the fingerprint of a project', () => {
  it('changes with each file and folder that it names, and with nothing else', async () => {
    const project = await mkdtemp(join(tmpdir(), 'fingerprint-'))
    try {
      await mkdir(join(project, 'src/api/a'), { recursive: true })
      await writeFile(join(project, 'src/api/a/schema.json'), '{}')
      const fingerprint = () => fingerprintOf(project, ['src', 'config', '.env'])
      const first = await fingerprint()
      await writeFile(join(project, 'package.json'), '{}')
      expect(await fingerprint()).toBe(first)
      await utimes(join(project, 'src/api/a/schema.json'), 1, 1)
      const touched = await fingerprint()
      expect(touched).not.toBe(first)
      await mkdir(join(project, 'config'))
      await writeFile(join(project, 'config/api.js'), '')
      const configured = await fingerprint()
      expect(configured).not.toBe(touched)
      await writeFile(join(project, '.env'), 'PORT=1')
      expect(await fingerprint()).not.toBe(configured)
    } finally {
      await rm(project, { recursive: true })
    }
  })
})
