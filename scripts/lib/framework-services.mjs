import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { addContent } from '../../examples/cms/content.mjs'
import { startDocuments } from './documents-target.mjs'
import { inRoot } from './root.mjs'
import { strapi5Versions, strapiVersion } from './strapi-packages.mjs'
import { startStrapi } from './strapi-target.mjs'

/** Starts this server with the content of examples/cms. */
async function startOurs() {
  const { serveArticles } = await import('../../examples/cms/service.mjs')
  const folder = mkdtempSync(join(tmpdir(), 'content-api-frameworks-cms-'))
  mkdirSync(join(folder, 'uploads'))
  const { api, url } = await serveArticles({ database: join(folder, 'articles.db'), uploads: join(folder, 'uploads') })
  const close = async () => {
    await api.close()
    rmSync(folder, { recursive: true, force: true })
  }
  return { url, close }
}

/** Starts Strapi, or this server in its place, with the content of examples/cms. */
async function startOnStrapi({ strapi, version, start = startStrapi, say }) {
  const started = await start({ project: inRoot('examples', 'cms'), version, say })
  try {
    await addContent({ url: started.url, token: started.token, strapi })
    return started
  } catch (error) {
    await started.close()
    throw error
  }
}

/** The services that the examples read: `{ title, strapi, start }`. `strapi` is the version of the API. */
export const frameworkServices = {
  ours: { title: 'this server', strapi: 4, start: startOurs },
  strapi4: {
    title: `Strapi ${strapiVersion}`,
    strapi: 4,
    start: (say) => startOnStrapi({ strapi: 4, version: strapiVersion, say }),
  },
  strapi5: {
    title: `Strapi ${strapi5Versions[0]}`,
    strapi: 5,
    start: (say) => startOnStrapi({ strapi: 5, version: strapi5Versions[0], say }),
  },
  documents: {
    title: 'this server in place of Strapi 5',
    strapi: 5,
    start: (say) => startOnStrapi({ strapi: 5, version: strapi5Versions[0], start: startDocuments, say }),
  },
}
