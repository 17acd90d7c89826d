import { type Handler, noteRoute } from '../message/message.js'
import { publicVary } from './common-headers.js'

export const iconPath = '/favicon.ico'

/** Three lines on a dark square, 16 by 16, as PNG. */
const icon = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAABAAAAAQAgMAAABinRfyAAAACVBMVEX///8fTnn///99mzY/AAAAAXRSTlMAQObYZgAAAB1JREFUeNpjYAAB0dDQ' +
    'EGRi1SoYgZU7FUagagMBAPAuEt2s+oA2AAAAAElFTkSuQmCC',
  'base64',
)

/** Browsers request it beside every page: with a response to keep, they request it once. The type is that of Strapi 4.26. */
export const serveIcon: Handler = (request) => {
  const { method, path } = request
  if ((method !== 'GET' && method !== 'HEAD') || path.toLowerCase() !== iconPath) return null
  noteRoute(request, iconPath)
  return {
    status: 200,
    headers: { 'Content-Type': 'image/x-icon', 'Cache-Control': 'public, max-age=86400', Vary: publicVary },
    body: icon,
  }
}
