import { expect, it, onTestFinished } from 'vitest'
import { type Notifications, openNotifications } from '@content-api/engine/outbox'
import { postgresDatabase, sqliteDatabase } from '../../../../tests/support/postgres.js'

it('wakes the other processes on PostgreSQL, and not the one that wrote', async () => {
  const { connection } = await postgresDatabase()
  /** Opens notifications, and waits for the first call, after the connection. */
  const open = async (heard: () => void): Promise<Notifications> => {
    let connected = () => {}
    const connecting = new Promise<void>((resolve) => (connected = resolve))
    const opened = await openNotifications(connection, () => {
      connected()
      heard()
    })
    if (!opened) throw new Error('PostgreSQL has notifications')
    onTestFinished(() => opened.close())
    await connecting
    return opened
  }
  let own = 0
  const writer = await open(() => own++)
  let heard = () => {}
  await open(() => heard())
  const woken = new Promise<void>((resolve) => (heard = resolve))
  writer.send()
  await woken
  expect([own, writer.isConnected]).toEqual([1, true])
})

it('has no notifications on SQLite and behind a pooler', async () => {
  const { connection } = await postgresDatabase()
  const ignore = () => undefined
  expect(await openNotifications(sqliteDatabase().connection, ignore)).toBeNull()
  expect(await openNotifications({ ...connection, pooler: 'transaction' }, ignore)).toBeNull()
})
