// The paragraphs of a text, exactly as the server splits them.
export const split = (text) => text.replace(/^[ \t\r\n\f\v]+|[ \t\r\n\f\v]+$/g, "").split(/\n[ \t\r\f\v]*\n[ \t\r\n\f\v]*/).filter(Boolean);
