import { describe, expect, it } from 'vitest'
import { cleanName, extensionOf, uniqueHash } from './file-name.js'

describe('cleanName', () => {
  it.each([
    ['été photo.png', 'été photo.png'],
    ['../../etc/passwd', 'passwd'],
    [String.raw`C:\fakepath\a.png`, 'a.png'],
    ['a\r\nSet-Cookie: x=1.png', 'aSet-Cookie: x=1.png'],
    ['x\0.png', 'x.png'],
    ['photo\u202egnp.exe', 'photognp.exe'],
    ['  ', 'file'],
    ['', 'file'],
  ])('%j becomes %j', (name, expected) => expect(cleanName(name)).toBe(expected))

  it('shortens a long name before its extension, without splitting a character', () => {
    expect(cleanName(`${'a'.repeat(300)}.png`)).toBe(`${'a'.repeat(251)}.png`)
    expect(cleanName(`a${'😀'.repeat(200)}.jpeg`)).toMatch(/^a(😀)+\.jpeg$/u)
  })
})

describe('extensionOf', () => {
  it.each([
    ['a.PNG', '.png'],
    ['x.php.png', '.png'],
    ['x.html%00.png', '.png'],
    ['.htaccess', ''],
    ['readme', ''],
    ['version 1.2 final', ''],
  ])('%j ends in %j', (name, expected) => expect(extensionOf(name)).toBe(expected))
})

describe('uniqueHash', () => {
  it.each([
    ['pixel one.png', /^pixel_one_[0-9a-f]{10}$/],
    ['Renamed', /^Renamed_[0-9a-f]{10}$/],
    ['été photo.png', /^ete_photo_[0-9a-f]{10}$/],
    ['x.php.png', /^x_php_[0-9a-f]{10}$/],
    ['日本.png', /^file_[0-9a-f]{10}$/],
    ['../..', /^file_[0-9a-f]{10}$/],
    [`${'a'.repeat(300)}.png`, /^a{100}_[0-9a-f]{10}$/],
  ])('%j is stored as %s', (name, expected) => expect(uniqueHash(name)).toMatch(expected))

  it('never returns the same hash twice', () => {
    expect(new Set(Array.from({ length: 1_000 }, () => uniqueHash('a.png'))).size).toBe(1_000)
  })
})
