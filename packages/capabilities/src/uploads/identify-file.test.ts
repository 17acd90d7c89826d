import { deflateRawSync } from 'node:zlib'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { png } from '../../../../tests/support/png.js'
import { fileTypes, typesByExtension } from './file-types.js'
import { headLength, identifyFile, isSvg, svgDimensions } from './identify-file.js'

const identify = async (content: string | Uint8Array, name: string) => {
  const { type, extension } = await identifyFile(Buffer.from(content), name)
  return `${type.mime} ${extension}`
}

const svg = '<svg xmlns="http://www.w3.org/2000/svg"/>'
const html = '<!DOCTYPE html><html><script>alert(1)</script></html>'

/** A ZIP archive with one compressed file. */
function zip(name: string, content: string): Buffer {
  const data = deflateRawSync(content)
  const header = Buffer.alloc(30)
  header.writeUInt32LE(0x04034b50, 0)
  header.writeUInt16LE(20, 4)
  header.writeUInt16LE(8, 8)
  header.writeUInt32LE(data.length, 18)
  header.writeUInt32LE(content.length, 22)
  header.writeUInt16LE(name.length, 26)
  return Buffer.concat([header, Buffer.from(name), data])
}

describe('identifyFile', () => {
  it.each([
    [png(1, 1), 'a.png', 'image/png .png'],
    [png(1, 1), 'A.PNG', 'image/png .png'],
    [png(1, 1), 'x.php.png', 'image/png .png'],
    [png(1, 1), 'no extension', 'image/png .png'],
    ['GIF89a\u0001\u0000\u0001\u0000', 'a.gif', 'image/gif .gif'],
    [Buffer.from([0xff, 0xd8, 0xff, 0xe0]), 'a.jpeg', 'image/jpeg .jpeg'],
    [Buffer.from('II*\0\xff\xff\xff\x0f', 'latin1'), 'a.tiff', 'image/tiff .tiff'],
    ['%PDF-1.4', 'doc.pdf', 'application/pdf .pdf'],
    ['hello', 'note.txt', 'text/plain .txt'],
    ['hello', 'note', 'text/plain .txt'],
    ['BMW is a make of cars', 'cars.txt', 'text/plain .txt'],
    ['a;b\n1;2', 'table.csv', 'text/csv .csv'],
    [Buffer.from('Pr\xe9nom;Nom', 'latin1'), 'latin1.csv', 'text/csv .csv'],
    [Buffer.from('\ufeffa\tb', 'utf16le'), 'utf16.tsv', 'text/tab-separated-values .tsv'],
    ['{"a":1}', 'data.json', 'application/json .json'],
    [svg, 'v.svg', 'image/svg+xml .svg'],
    [`<?xml version="1.0"?>\n<!-- a < b -->\n<!DOCTYPE svg [<!ENTITY a "b">]>${svg}`, 'v.svg', 'image/svg+xml .svg'],
    ['<?xml version="1.0"?><a/>', 'feed.xml', 'application/xml .xml'],
    [zip('a.txt', 'a'), 'a.zip', 'application/zip .zip'],
    [zip('a.txt', 'a'), 'sheet.xlsx', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet .xlsx'],
  ])('accepts content that matches the file name: %#', async (content, name, expected) => {
    expect(await identify(content, name)).toBe(expected)
  })

  it.each([
    [html, 'x.png', 'x.png is not a PNG image: its content is text'],
    [html, 'x.svg', 'x.svg is not an SVG image: its content is not an SVG document'],
    [`<!-- <svg> -->${html}`, 'x.svg', 'x.svg is not an SVG image: its content is not an SVG document'],
    [html, 'x.html', "x.html can't be uploaded: files of type .html are not allowed"],
    ['<?php ?>', 'x.php', "x.php can't be uploaded: files of type .php are not allowed"],
    [png(1, 1), 'x.gif', 'x.gif is not a GIF image: its content is a PNG image'],
    [png(1, 1), 'x.txt', 'x.txt is not plain text: its content is a PNG image'],
    [Buffer.from([0, 1, 2, 3]), 'x.txt', 'x.txt is not plain text: its content is of no known type'],
    [Buffer.from([0, 1, 2, 3]), 'x', "x can't be uploaded: its content is of no known type"],
    [Buffer.from('MZ\x90\x00\x03'), 'x', "x can't be uploaded: its content is application/x-msdownload"],
    [Buffer.from('\x7fELF\x02\x01\x01\x00'), 'x.pdf', 'x.pdf is not a PDF document: its content is application/x-elf'],
  ])('rejects content of another type: %#', async (content, name, message) => {
    await expect(identify(content, name)).rejects.toThrow(message)
  })

  it('FILE-07 (CVE-2022-36313, CVE-2026-31808): terminates for headers whose offsets form a loop', async () => {
    const asf = Buffer.from('3026b2758e66cf11a6d900aa0062ce6c', 'hex')
    const heads = [
      [Buffer.from('1a45dfa3', 'hex'), 0x00],
      [Buffer.from('1a45dfa3', 'hex'), 0x81],
      [asf, 0x00],
      [asf, 0x01],
      [asf, 0xff],
      [Buffer.from('ID3\x03\x00\x00\x7f\x7f\x7f\x7f', 'latin1'), 0x00],
    ] as const
    await identify('warm', 'up.txt')
    for (const [head, filling] of heads) {
      const content = Buffer.concat([head, Buffer.alloc(headLength - head.length, filling)])
      const before = process.cpuUsage()
      await identify(content, 'x.mkv').catch(() => undefined)
      // Measures CPU time, which doesn't depend on other processes. A loop takes seconds.
      expect(process.cpuUsage(before).user).toBeLessThan(500_000)
    }
  })

  it('identifies bytes where a simulated DOM has replaced the Uint8Array of Node', async () => {
    const content = png(1, 1)
    vi.stubGlobal('Uint8Array', class extends Uint8Array {})
    onTestFinished(() => void vi.unstubAllGlobals())
    expect(content).not.toBeInstanceOf(Uint8Array)
    expect(await identify(content, 'blob')).toBe('image/png .png')
  })
})

describe('fileTypes', () => {
  it('has each extension in one type', () => {
    const all = fileTypes.flatMap(({ extensions }) => extensions)
    expect(typesByExtension.size).toBe(all.length)
  })

  it('has no type that a browser runs as a page or script', () => {
    const mimes = fileTypes.map(({ mime }) => mime)
    expect(mimes.filter((mime) => /html|javascript|css|wasm/.test(mime))).toEqual([])
  })
})

describe('svgDimensions', () => {
  it.each([
    ['<svg xmlns="http://www.w3.org/2000/svg" width="10" height="5"/>', { width: 10, height: 5 }],
    ["<svg width='10.4px' height='5px'>", { width: 10, height: 5 }],
    ['<svg viewBox="0 0 24 12">', { width: 24, height: 12 }],
    ['<svg width="100%" height="100%" viewBox="0,0,24,12">', { width: 24, height: 12 }],
    ['<s:svg xmlns:s="http://www.w3.org/2000/svg" width="3" height="4"></s:svg>', { width: 3, height: 4 }],
    ['<svg width="2em" height="1em">', null],
    ['<svg>', null],
  ])('reads the size of %s', (text, expected) => expect(svgDimensions(text)).toEqual(expected))
})

describe('isSvg', () => {
  it('searches for the root element only where it may stand, in linear time', () => {
    expect(isSvg('<html><svg></svg></html>')).toBe(false)
    expect(isSvg('<svgx>')).toBe(false)
    expect(isSvg('text <svg>')).toBe(false)
    const before = process.cpuUsage()
    expect(isSvg(`${'<!---->'.repeat(9_000)}<html>`)).toBe(false)
    expect(isSvg(`<svg ${'a="b" '.repeat(10_000)}`)).toBe(true)
    expect(isSvg(`<!DOCTYPE svg [${'<'.repeat(60_000)}`)).toBe(false)
    // Microseconds of CPU time. Quadratic matching takes seconds.
    expect(process.cpuUsage(before).user).toBeLessThan(500_000)
  })
})
