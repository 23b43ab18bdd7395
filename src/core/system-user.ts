import { userInfo } from 'node:os';

/**
 * As long as any system allows, and no control characters: sudo says it in the environment, where anybody can set it.
 */
const NAME = /^[^\p{Cc}]{1,64}$/u;

/**
 * The user of the machine that runs this process, such as `ada`, or `museum (sudo by ada)`. It is as trustworthy as
 * whoever has a shell on the machine.
 */
export function systemUser(sudoUser = process.env.SUDO_USER): string {
  const name = userName();
  return sudoUser !== undefined && sudoUser !== name && NAME.test(sudoUser)
    ? `${name} (sudo by ${sudoUser})`
    : name;
}

function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return `uid ${process.getuid?.()}`; // of a container, for example, in which it has no name
  }
}
