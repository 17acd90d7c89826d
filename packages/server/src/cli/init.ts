import { access, mkdir, readdir, writeFile } from 'node:fs/promises'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { modelPackage, packageName, version } from '../own-package.js'
import { CliError } from './report-error.js'
import { crc32, deflateSync } from 'node:zlib'

interface InitOptions {
  /** A folder with package tarballs to install instead of the published packages. */
  readonly packages?: string
}

export async function init(folder: string, { packages }: InitOptions = {}): Promise<void> {
  const existing = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw new CliError(
      error.code === 'ENOTDIR'
        ? `"${folder}" is a file. Choose a new folder.`
        : `"${folder}" can't be read: ${error.message}`,
    )
  })
  if (existing.length > 0) throw new CliError(`"${folder}" isn't empty. Choose a new folder.`)
  const dependencies = packages === undefined ? published : await packedIn(packages, folder)
  for (const [path, content] of Object.entries(starterFiles(dependencies))) {
    const file = join(folder, path)
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, content)
    console.log(`  ${join(relative('.', folder) || '.', path)}`)
  }
  console.log(`\nNow run:\n\n  cd ${folder}\n  npm install\n  npm run dev\n\n${aboutSqlite}`)
  if (packages === undefined) console.log(whenUnpublished)
}

const aboutSqlite = `npm downloads a binary of SQLite. If it can't, it compiles SQLite, which takes minutes and prints nothing:
run "npm install --foreground-scripts" to see its progress.`

const whenUnpublished = `
If npm doesn't find ${packageName}, it isn't published yet. Run in a clone of the repository:

  pnpm packages --keep .tmp/packages
  npx content-api init <new folder> --packages .tmp/packages`

const published: StarterPackages = { dependencies: { [packageName]: `^${version}` } }

/** Refers to tarballs by paths relative to the project, so that both folders can be moved together. */
async function packedIn(packages: string, folder: string): Promise<StarterPackages> {
  const specifierOf = async (name: string, version: string) => {
    const file = join(packages, `${name.replace('@', '').replace('/', '-')}-${version}.tgz`)
    await access(file).catch(() => {
      throw new CliError(
        `There is no file "${file}". Create it with "pnpm packages --keep <folder>" in a clone of the repository.`,
      )
    })
    return `file:${relative(resolve(folder), resolve(file)).replaceAll(sep, '/')}`
  }
  return {
    dependencies: { [packageName]: await specifierOf(packageName, version) },
    overrides: { [modelPackage.name]: await specifierOf(modelPackage.name, modelPackage.version) },
  }
}

const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`
const lines = (values: readonly unknown[]) => values.map((value) => `${JSON.stringify(value)}\n`).join('')

const author = {
  kind: 'collectionType',
  info: { singularName: 'author', pluralName: 'authors', displayName: 'Author' },
  options: { draftAndPublish: false },
  attributes: {
    name: { type: 'string', required: true },
    articles: { type: 'relation', relation: 'oneToMany', target: 'api::article.article', mappedBy: 'author' },
  },
}

const article = {
  kind: 'collectionType',
  info: { singularName: 'article', pluralName: 'articles', displayName: 'Article' },
  options: { draftAndPublish: true },
  attributes: {
    title: { type: 'string', required: true, maxLength: 120 },
    slug: { type: 'uid', targetField: 'title' },
    body: { type: 'richtext' },
    cover: { type: 'media', allowedTypes: ['images'] },
    author: { type: 'relation', relation: 'manyToOne', target: 'api::author.author', inversedBy: 'articles' },
    seo: { type: 'component', component: 'shared.seo' },
  },
}

const seo = {
  info: { displayName: 'SEO' },
  attributes: { metaTitle: { type: 'string', required: true }, metaDescription: { type: 'text' } },
}

const entries = [
  { type: 'api::author.author', id: 1, attributes: { name: 'Ada' } },
  {
    type: 'api::article.article',
    id: 1,
    attributes: {
      title: 'Hello',
      slug: 'hello',
      body: 'A first article.',
      cover: 1,
      author: 1,
      seo: { metaTitle: 'Hello', metaDescription: 'Where it begins' },
    },
  },
  {
    type: 'api::article.article',
    id: 2,
    attributes: { title: 'A draft', slug: 'a-draft', cover: 2, author: 1, publishedAt: null },
  },
]

/** The packages that a new project installs, as its `package.json` names them. */
interface StarterPackages {
  readonly dependencies: Readonly<Record<string, string>>
  /**
   * Tarballs of packages on which the dependencies depend, if `init` installs tarballs instead of published
   * packages.
   */
  readonly overrides?: Readonly<Record<string, string>>
}

/**
 * Returns the files that `init` writes, by path: two content types, a component, content with pictures and a
 * configuration.
 */
export function starterFiles(packages: StarterPackages): Readonly<Record<string, string | Uint8Array>> {
  const pictures = starterPictures()
  return {
    'package.json': json({
      private: true,
      type: 'module',
      scripts: {
        dev: 'content-api dev --seed content.jsonl',
        start: 'content-api start',
      },
      // From version 12 on, npm only runs the install scripts that the project allows.
      allowScripts: { sqlite3: true },
      ...packages,
    }),
    'content-api.config.json': json({
      port: 1337,
      database: '.tmp/data.db',
      api: { rest: { defaultLimit: 25, maxLimit: 100 } },
    }),
    '.gitignore': '.tmp/\nnode_modules/\n',
    'src/api/author/content-types/author/schema.json': json(author),
    'src/api/article/content-types/article/schema.json': json(article),
    'src/components/shared/seo.json': json(seo),
    'content.jsonl': lines([...pictures.map(pictureLine), ...entries]),
    ...Object.fromEntries(pictures.map(({ hash, png }) => [`public/uploads/${hash}.png`, png])),
  }
}

const width = 480
const height = 300

/** Red, green and blue of each part of a landscape. */
interface Palette {
  readonly sky: Colour
  readonly sun: Colour
  readonly far: Colour
  readonly near: Colour
}

type Colour = readonly [number, number, number]

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, check])
}

/** Returns the part of the landscape that a pixel shows, as an index into the palette. */
function partAt(x: number, y: number): number {
  if (y > 220 + 25 * Math.sin(x / 70)) return 3
  if (y > 170 + 40 * Math.sin(x / 45 + 2)) return 2
  return Math.hypot(x - 350, y - 80) < 35 ? 1 : 0
}

/** Draws hills under a sun as a PNG image with four colours: 2 bits a pixel, 1.2 kB. */
function landscape({ sky, sun, far, near }: Palette): Buffer {
  const rows = Array.from({ length: height }, (_, y) => {
    const row = Buffer.alloc(1 + width / 4)
    for (let byte = 0; byte < width / 4; byte++) {
      const [a, b, c, d] = [0, 1, 2, 3].map((pixel) => partAt(4 * byte + pixel, y)) as [number, number, number, number]
      row[1 + byte] = (a << 6) | (b << 4) | (c << 2) | d
    }
    return row
  })
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  // 2 bits a pixel; each value is an index into the palette.
  header.set([2, 3, 0, 0, 0], 8)
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from([sky, sun, far, near].flat())),
    chunk('IDAT', deflateSync(Buffer.concat(rows), { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

interface Picture {
  readonly id: number
  readonly hash: string
  readonly alternativeText: string
  readonly png: Buffer
}

const picture = (id: number, hash: string, alternativeText: string, palette: Palette): Picture => ({
  id,
  hash,
  alternativeText,
  png: landscape(palette),
})

/** Returns the pictures of a new project. They are drawn by code, so nobody holds rights in them. */
const starterPictures = (): readonly Picture[] => [
  picture(1, 'morning', 'Green hills in the morning', {
    sky: [255, 226, 196],
    sun: [255, 170, 80],
    far: [134, 176, 140],
    near: [64, 120, 84],
  }),
  picture(2, 'evening', 'Blue hills in the evening', {
    sky: [62, 58, 110],
    sun: [250, 214, 165],
    far: [44, 74, 120],
    near: [24, 36, 66],
  }),
]

/** Returns the import line of a picture. */
function pictureLine({ id, hash, alternativeText, png }: Picture): unknown {
  return {
    type: 'plugin::upload.file',
    id,
    attributes: {
      name: `${hash}.png`,
      alternativeText,
      width,
      height,
      hash,
      ext: '.png',
      mime: 'image/png',
      // In kilobytes of 1,000 bytes, as for uploaded files.
      size: Math.round(png.length / 10) / 100,
      url: `/uploads/${hash}.png`,
      provider: 'local',
    },
  }
}
