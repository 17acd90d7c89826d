import type { Handler } from '../composition/handler.js'
import { noteRoute, publicVary } from '../message/message.js'

export const iconPath = '/favicon.ico'

/** A PNG of 16 by 16 pixels: three lines on a dark square. */
const icon = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAABAAAAAQAgMAAABinRfyAAAACVBMVEX///8fTnn///99mzY/AAAAAXRSTlMAQObYZgAAAB1JREFUeNpjYAAB0dDQ' +
    'EGRi1SoYgZU7FUagagMBAPAuEt2s+oA2AAAAAElFTkSuQmCC',
  'base64',
)

/** The headers of every icon. The type is as in Strapi 4.26. */
export const iconHeaders = {
  'Content-Type': 'image/x-icon',
  'Cache-Control': 'public, max-age=86400',
  Vary: publicVary,
}

/** Serves the icon that browsers request with every page. They cache it for a day. */
export const serveIcon: Handler = (request) => {
  const { method, path } = request
  if ((method !== 'GET' && method !== 'HEAD') || path.toLowerCase() !== iconPath) return null
  noteRoute(request, iconPath)
  return { status: 200, headers: iconHeaders, body: icon }
}
