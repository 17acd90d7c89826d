import { describe, expect, it } from 'vitest'
import type { Blocks } from '../types/blocks.js'
import { renderBlocks } from './render-blocks.js'

const text = (value: string, marks: object = {}) => ({ type: 'text', text: value, ...marks }) as const
const paragraph = (...children: unknown[]) => ({ type: 'paragraph', children })
const render = (...blocks: unknown[]) => renderBlocks(blocks as Blocks)

describe('renderBlocks', () => {
  it.each([
    [paragraph(text('a'), text('b', { bold: true, italic: true })), '<p>a<em><strong>b</strong></em></p>'],
    [paragraph(text('u', { underline: true }), text('s', { strikethrough: true })), '<p><u>u</u><s>s</s></p>'],
    [paragraph(text('x', { code: true })), '<p><code>x</code></p>'],
    [paragraph(text('one\ntwo')), '<p>one<br>two</p>'],
    [{ type: 'heading', level: 2, children: [text('T')] }, '<h2>T</h2>'],
    [{ type: 'quote', children: [text('Q')] }, '<blockquote>Q</blockquote>'],
    [
      { type: 'code', language: 'ts', children: [text('a < b\nc')] },
      '<pre><code class="language-ts">a &lt; b\nc</code></pre>',
    ],
    [
      paragraph({ type: 'link', url: 'https://a.test/?x=1&y=2', children: [text('L')] }),
      '<p><a href="https://a.test/?x=1&amp;y=2">L</a></p>',
    ],
    [
      {
        type: 'list',
        format: 'ordered',
        children: [
          { type: 'list-item', children: [text('1')] },
          { type: 'list', format: 'unordered', children: [{ type: 'list-item', children: [text('1a')] }] },
          { type: 'list-item', children: [text('2')] },
        ],
      },
      '<ol><li>1<ul><li>1a</li></ul></li><li>2</li></ol>',
    ],
    [
      {
        type: 'image',
        image: { url: '/uploads/a.png', alternativeText: 'A "cat"', width: 2, height: 1 },
        children: [],
      },
      '<img src="/uploads/a.png" alt="A &quot;cat&quot;" width="2" height="1">',
    ],
    [
      { type: 'image', image: { url: '/a.png', caption: 'x > y' } },
      '<figure><img src="/a.png" alt=""><figcaption>x &gt; y</figcaption></figure>',
    ],
  ])('renders %j', (block, html) => {
    expect(render(block)).toBe(html)
  })

  it('renders nothing for null and undefined, and throws for values that are not lists', () => {
    expect(renderBlocks(null)).toBe('')
    expect(renderBlocks(undefined)).toBe('')
    expect(() => renderBlocks('# markdown' as never)).toThrow(
      new TypeError('renderBlocks expects the list of a blocks attribute, got string'),
    )
  })

  it('prefixes the path of an image with the address of the server', () => {
    const blocks = [{ type: 'image', image: { name: 'a', url: '/a.png' }, children: [] }] as const
    expect(renderBlocks(blocks, { imageURL: (url) => `https://cms.test${url}` })).toContain(
      'src="https://cms.test/a.png"',
    )
    expect(renderBlocks(blocks, { imageURL: () => 'javascript:alert(1)' })).toBe('')
  })
})

describe('hostile blocks', () => {
  it.each([
    [paragraph(text('<script>alert(1)</script>')), '<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>'],
    [
      paragraph({ type: 'link', url: '"><img src=x onerror=alert(1)>', children: [text('L')] }),
      '<p><a href="&quot;&gt;&lt;img src=x onerror=alert(1)&gt;">L</a></p>',
    ],
    [
      { type: 'image', image: { url: 'x" onerror="alert(1)', alternativeText: "' onload='", width: '1" x="' } },
      '<img src="x&quot; onerror=&quot;alert(1)" alt="&#39; onload=&#39;">',
    ],
    [{ type: 'code', language: '"><script>', children: [text('x')] }, '<pre><code>x</code></pre>'],
    [{ type: 'heading', level: '1><script', children: [text('x')] }, '<p>x</p>'],
    [{ type: 'heading', level: 7, children: [text('x')] }, '<p>x</p>'],
    [{ type: 'list', format: 'ol onclick=1', children: [] }, '<ul></ul>'],
    [{ type: 'script', children: [text('kept')] }, 'kept'],
    [{ type: '__proto__', children: [paragraph(text('kept'))] }, '<p>kept</p>'],
    [{ type: 'toString' }, ''],
    [paragraph(text({} as string), null, 5, 'raw', [paragraph()]), '<p></p>'],
    [{ type: 'list', format: 'ordered', children: [null, text('x')] }, '<ol><li></li><li>x</li></ol>'],
    [{ type: 'image', image: 'x' }, ''],
    [{ type: 'link', url: { toString: () => 'javascript:1' }, children: [text('x')] }, 'x'],
  ])('render %j safely', (block, html) => {
    expect(render(block)).toBe(html)
  })

  it.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    ' javascript:alert(1)',
    'java\tscript:alert(1)',
    'java\nscript:alert(1)',
    '\u0001javascript:alert(1)',
    '\u00a0javascript:alert(1)',
    '\ufeffjavascript:alert(1)',
    'vbscript:x',
    'data:text/html,<script>1</script>',
    'file:///etc/passwd',
    'blob:https://a.test/1',
    'unknown:x',
  ])('remove links and images with the URL %j', (url) => {
    expect(render(paragraph({ type: 'link', url, children: [text('L')] }))).toBe('<p>L</p>')
    expect(render({ type: 'image', image: { url } })).toBe('')
  })

  it.each([
    'https://a.test',
    'HTTP://a.test',
    'mailto:a@b.test',
    'tel:+47',
    '/path:x',
    'page',
    '#part',
    '?q=a:b',
    '//a.test',
  ])('keep links to %j', (url) => {
    expect(render({ type: 'link', url, children: [] })).toContain('<a href=')
  })

  it('are truncated where they are nested too deeply to render', () => {
    for (const type of ['list', 'paragraph', 'unknown', 'list-item']) {
      let node: object = text('deep')
      for (let depth = 0; depth < 200_000; depth++) node = { type, children: [node] }
      expect(render(node).length).toBeLessThan(2000)
    }
  })

  it('are complete at the nesting depth of editors', () => {
    let node: object = { type: 'list-item', children: [text('deep')] }
    for (let depth = 0; depth < 50; depth++) node = { type: 'list', format: 'unordered', children: [node] }
    expect(render(node)).toContain('<li>deep</li>')
  })
})
