/**
 * The members of `node:http` that the service uses. A named import would make Node evaluate all exports, WebSocket too,
 * and so load undici: 40 ms at each start, and memory, for nothing.
 */
export const { Agent, request, STATUS_CODES } = process.getBuiltinModule('node:http');
