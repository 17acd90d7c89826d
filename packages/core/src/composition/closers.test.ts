import { describe, expect, it } from 'vitest'
import { Closers } from './closers.js'

function recorded(failing: readonly string[] = []) {
  const closers = new Closers()
  const closed: string[] = []
  for (const name of ['database', 'accounts', 'port']) {
    closers.add(async () => {
      closed.push(name)
      if (failing.includes(name)) throw new Error(`${name} can't be closed`)
    })
  }
  return { closers, closed }
}

describe('what a service has opened', () => {
  it('is closed once, the last part first', async () => {
    const { closers, closed } = recorded()
    await Promise.all([closers.close(), closers.close()])
    expect(closed).toEqual(['port', 'accounts', 'database'])
  })

  it('is closed completely, although a part rejects', async () => {
    const { closers, closed } = recorded(['port', 'accounts'])
    await expect(closers.close()).rejects.toThrow("port can't be closed")
    expect(closed).toEqual(['port', 'accounts', 'database'])
  })

  it('is closed when the start fails, whose error is reported', async () => {
    const { closers, closed } = recorded(['database'])
    const start = closers.closeOnFailure(() => Promise.reject(new Error('no configuration')))
    await expect(start).rejects.toThrow('no configuration')
    expect(closed).toEqual(['port', 'accounts', 'database'])
  })
})
