import { expect, it } from 'vitest'
import { momentOfLocalTime } from './local-times.js'

const moment = (local: string, zone: string) =>
  new Date(momentOfLocalTime(Date.parse(`${local}Z`), zone)).toISOString().slice(0, 16)

it.each([
  ['2024-01-10T00:00', 'UTC', '2024-01-10T00:00'],
  ['2024-01-10T00:00', 'Asia/Kolkata', '2024-01-09T18:30'],
  ['2024-07-01T12:00', 'America/New_York', '2024-07-01T16:00'],
  // Exists twice: the first one.
  ['2024-11-03T01:30', 'America/New_York', '2024-11-03T05:30'],
  ['2024-10-27T02:30', 'Europe/Berlin', '2024-10-27T00:30'],
  // Doesn't exist.
  ['2024-03-10T02:30', 'America/New_York', '2024-03-10T07:30'],
  ['2024-03-31T02:30', 'Europe/Berlin', '2024-03-31T01:30'],
  ['2024-03-31T03:00', 'Europe/Berlin', '2024-03-31T01:00'],
])('reads %s in %s as %s', (local, zone, expected) => expect(moment(local, zone)).toBe(expected))
