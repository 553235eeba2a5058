/** Pattern of `format: time`: hours and minutes, optional seconds, no offset. */
export const TIME_OF_DAY = /^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/;
