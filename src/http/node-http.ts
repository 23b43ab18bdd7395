/**
 * What this house needs of `node:http`. An ES module that imports that by name makes Node read everything it has, also
 * WebSocket, and so load undici: at each start 40 ms, and memory, for what nobody uses.
 */
export const { Agent, request, STATUS_CODES } = process.getBuiltinModule('node:http');
