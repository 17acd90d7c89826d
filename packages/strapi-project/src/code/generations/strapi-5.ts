import { ExtensionError, MissingPart } from '@content-api/core/errors/extension-error'
import { planningOf } from '@content-api/core/query/plan-settings'
import { contentSanitizers } from '../entity-service/content-sanitize.js'
import { guarded, missing } from '../host/guarded.js'
import { isExtended } from '../routes/core-controller.js'
import { sanitizeContent, validateContent } from '../strapi-utils/strapi-utils.js'
import { coreDocumentController } from './core-document-controller.js'
import { coreDocumentService } from './core-document-service.js'
import { documentServices } from './document-services.js'
import { documentSanitizing } from './document-sanitizing.js'
import type { Documents, OpenDocuments } from './documents.js'
import type { CreateGeneration } from './generation.js'

/** The rules of Strapi 5. `opened` is absent if the project is only checked, without a database. */
export const strapi5 =
  (opened?: OpenDocuments): CreateGeneration =>
  ({ registry, config, around, serviceOf, replaces }) => {
    const content = (): OpenDocuments => {
      if (opened) return opened
      throw new ExtensionError('Content is not available, because this command runs without a database.')
    }
    const visibleTypes = opened?.registry ?? registry
    const sanitizers = contentSanitizers(visibleTypes, planningOf(config), documentSanitizing(content))
    return {
      members: {
        contentAPI: guarded('strapi.contentAPI', { sanitize: sanitizeContent, validate: validateContent }),
        documents: opened?.documents ?? uncalledDocuments(content),
      },
      services: documentServices(content),
      visibleTypes,
      sanitizers,
      storedValues: {
        read: (key) => content().storedValues.read(key),
        write: (key, value) => content().storedValues.write(key, value),
        remove: (key) => content().storedValues.remove(key),
      },
      entriesOf(caller) {
        if (!caller) return content().entityService
        const hint = 'Instead: read with strapi.documents, and clean the result with sanitizeOutput(result, ctx).'
        throw new MissingPart(`ctx.entries does not exist for projects of Strapi 5. ${hint}`)
      },
      query(uid) {
        const isKnown = visibleTypes.contentTypes.has(uid) || visibleTypes.components.has(uid)
        if (!isKnown) throw missing('The content type', uid, [...visibleTypes.contentTypes.keys()])
        return guarded(`strapi.db.query('${uid}')`, content().query(uid))
      },
      coreService: (type) => coreDocumentService(type, content),
      coreController: (type) => coreDocumentController(type, { registry, sanitizers, content, serviceOf }),
      isExtended: (type, action) =>
        opened?.hasMiddlewares() === true || isExtended(type, action, { hooks: around, replaces }),
    }
  }

/** Returns documents for code that is only checked: it may add middlewares, and its calls are errors. */
const uncalledDocuments = (content: () => OpenDocuments): Documents =>
  Object.assign((uid: string) => content().documents(uid), { use: () => undefined })
