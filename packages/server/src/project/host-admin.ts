import { guarded } from './guarded.js'

const ignored = async () => {}

/**
 * Creates `strapi.admin`. Plugins register the actions of their pages in the admin panel. There is no admin
 * panel, so the actions have no effect.
 */
export function hostAdmin(): object {
  const place = 'strapi.admin.services'
  const actionProvider = guarded(`${place}.permission.actionProvider`, { register: ignored, registerMany: ignored })
  const permission = guarded(`${place}.permission`, { actionProvider })
  return guarded('strapi.admin', { services: guarded(place, { permission }) })
}
