package text

import (
	"errors"
	"fmt"

	"stonehand/engine/board"
	"stonehand/engine/sgf"
)

// recordsZh says in Chinese what can be wrong with a game record, and what was done
// about it; [sgf.Pos.Problem] says it in English.
var recordsZh = map[sgf.Fault][2]string{
	sgf.TooLong:        {"文件长 %[1]d 字节，最多 %[2]d 字节", ""},
	sgf.NoGame:         {`文件中没有对局；SGF 文件应有“(;”`, ""},
	sgf.Unlisted:       {"另有 %[1]d 个问题未列出", ""},
	sgf.UTF16:          {"文件编码为 UTF-16", "已读取，保存时改用 UTF-8"},
	sgf.Outside:        {"此处之前的节点不属于任何对局", "已保留，但未读取"},
	sgf.NoOpening:      {"节点之前缺少“(”", "按一局棋读取"},
	sgf.NoClosing:      {"文件已结束，第 %[1]d 行第 %[2]d 列的“(”缺少对应的“)”", "未闭合的部分到此结束"},
	sgf.Unopened:       {"%[1]q 没有对应的“(”", "对局到此结束"},
	sgf.TooDeep:        {"变化嵌套超过 %[1]d 层", "最内层已略去"},
	sgf.TooDeepRest:    {"变化嵌套超过 %[1]d 层", "其余部分已略去"},
	sgf.NoSemicolon:    {"“(”之后应有“;”", "按有“;”读取"},
	sgf.Late:           {"变化之后不能再有节点", "按另一个变化读取"},
	sgf.Stray:          {"%[1]q 位置不对，节点应以“;”开头", "已略去 %[2]q"},
	sgf.StrayWord:      {"%[1]q 位置不对，节点应以“;”开头", "已略去"},
	sgf.TooManyNodes:   {"文件中的节点超过 %[1]d 个", "其余部分已略去"},
	sgf.TooManyValues:  {"文件中的属性值超过 %[1]d 个", "其余部分已略去"},
	sgf.ManyProperties: {"节点的属性超过 %[1]d 个", "多余的已略去"},
	sgf.Unescaped:      {"文本中的“]”之前缺少反斜杠", "按文本读取"},
	sgf.CutInHalf:      {"有半个字符被截断", "其字节已保留"},
	sgf.OpenValue:      {"文件已结束，此处的“[”缺少对应的“]”", "读取到文件末尾"},
	sgf.LowerCase:      {"%[1]q 不是属性名，属性名应以大写字母开头", "按 %[2]s 读取"},
	sgf.NoValue:        {"属性 %[1]q 没有值，值应写在方括号中，如 %[2]s[...]", "按空值保留"},
	sgf.IsUTF8:         {"CA 声明的编码为 %[1]s，但文本是 UTF-8", "按 UTF-8 读取和保存"},
	sgf.NotUTF8:        {"对局文本中有不属于 UTF-8 的字节", "原样保留"},
	sgf.UnknownCharset: {"不支持编码 %[1]s", "文本按原始字节保留"},
	sgf.NoCharset:      {"文本不是 UTF-8，CA 也没有声明编码", "按 %[1]s 读取"},
	sgf.WrongCharset:   {"CA 声明的编码为 %[1]s，但文本不是这种编码", "按 %[2]s 读取"},
	sgf.BadSize:        {"棋盘大小 SZ[%[1]s] 无法使用，每边应为 1 到 %[2]d 路", "着法已保留，但无法在此摆出"},
	sgf.BadNumber:      {"%[1]s[%[2]s] 不是有效的数字", "已忽略"},
	sgf.KomiUnit:       {"KM[%[1]s] 的单位不是目", "按 %[2]v 目读取"},
	sgf.TwoMoves:       {"一个节点中有多手棋", "只下第一手"},
	sgf.BadMove:        {"%[1]s[%[2]s] 不是此棋盘上的点", "这一手已略去"},
	sgf.BadTime:        {"%[1]s[%[2]s] 不是以秒计的时间", "已忽略"},
	sgf.BadPeriods:     {"%[1]s[%[2]s] 不是手数或读秒次数", "已忽略"},
	sgf.MoveAndSetup:   {"同一节点既落子又摆子", "先摆子，后落子"},
	sgf.BadPoint:       {"%[1]s[%[2]s] 不是此棋盘上的点", "已忽略"},
	sgf.NoSide:         {"PL[%[1]s] 没有指明轮到哪一方，应为 B 或 W", ""},
	sgf.Occupied:       {"%[1]s落在 %[2]s，但该处已有棋子", "仍然落子"},
}

// Record says what is wrong with a game record. What has no words in the language is
// said in English.
func (l Language) Record(err error) string {
	var e *sgf.Error
	if !errors.As(err, &e) || l != Chinese {
		return err.Error()
	}
	w, ok := recordsZh[e.Fault]
	if !ok {
		return err.Error()
	}
	args := e.Args
	if e.Fault == sgf.Occupied {
		args = []any{l.Side(args[0].(board.Color)), args[1]}
	}
	s := fmt.Sprintf("第 %d 行第 %d 列：%s", e.Line, e.Column, sgf.Fill(w[0], args))
	if e.Done != "" {
		s += "；" + sgf.Fill(w[1], args)
	}
	return s + "。"
}
